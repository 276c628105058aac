/**
 * The meaning of a consent's status: its data can be read, it waits for its user or for a further
 * user, it was refused, or it has ended.
 */
export type ConsentState = "authorized" | "waits" | "waits for others" | "refused" | "over";

/** The authorization of a consent that the client follows itself, in the approaches without the bank's site. */
export type AuthorisationTable = {
  /** The path at which one is started, with {consentId}, if the consent has not started it; and its own path. */
  start: string;
  path: string;
  /** The JSON paths of the authorization's id, or of a link to its path; the first that is present counts. */
  id: readonly string[];
  /** The JSON path of its status, and the meaning of each; any other status means that it waits. */
  status: string;
  states: Readonly<Record<string, ConsentState>>;
  /** The JSON path of the bank's words for its user. */
  message: string;
  /** The JSON paths of a code that the bank's app shows as well; the first that is present counts. */
  code: readonly string[];
  /** The steps that users take in a form of Link; left out if the dialect has none. */
  form?: FormTable;
};

/** The steps of an authorization by a form: the password, the choice of a method if there are several, and its code. */
type FormTable = {
  /** The bodies of the steps. */
  password(password: string): object;
  method(id: string): object;
  answer(code: string): object;
  /** The JSON paths of a link by which the authorization is started with the password. */
  startsWithPassword: readonly string[];
  /** The list of methods, and the JSON paths in each: its id, its names and its type; types in an app have no code. */
  methods: {
    list: string;
    id: string;
    names: readonly string[];
    type: string;
    inApp: readonly string[];
    /** The JSON path of the method that the bank has chosen itself. */
    chosen: string;
  };
  /** The JSON paths of a picture in base64, and of the bank's words, which are shown above the field of the code. */
  picture: string;
  words: readonly (readonly string[])[];
};
