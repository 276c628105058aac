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
  /**
   * The places of the authorization's id, or of a link to its path; the first that is present
   * counts.
   */
  id: readonly string[];
  /** The place of its status, and the meaning of each; others are of one that waits. */
  status: string;
  states: Readonly<Record<string, ConsentState>>;
  /** The place of the bank's words for its user. */
  message: string;
  /** The places of a code that the bank's app shows as well, the first one that is there. */
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
  /** The places of a link by which the authorization is started with the password. */
  startsWithPassword: readonly string[];
  /** The list of methods, and the places in each: its id, its names and its type; types in an app have no code. */
  methods: {
    list: string;
    id: string;
    names: readonly string[];
    type: string;
    inApp: readonly string[];
    /** The place of the method that the bank has chosen itself. */
    chosen: string;
  };
  /** The places of a picture in base64, and of the bank's words, which stand above the field of the code. */
  picture: string;
  words: readonly (readonly string[])[];
};
