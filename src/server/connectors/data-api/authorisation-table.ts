/**
 * The meanings of a consent's status: its data can be read, it waits for its user or a further
 * user, it was refused, or it has ended.
 */
export type ConsentState = "authorized" | "waits" | "waits for others" | "refused" | "over";

/** An authorization that the client itself follows, in approaches without the bank's site. */
export type AuthorisationTable = {
  /**
   * The path that starts an authorization, with {consentId}, unless the consent has started it; and
   * the authorization's own path.
   */
  start: string;
  path: string;
  /** The JSON paths of the authorization's id, or of a link to it; the first present one counts. */
  id: readonly string[];
  /**
   * The JSON path of the status, and the meaning of each status. Any other status means waiting.
   */
  status: string;
  states: Readonly<Record<string, ConsentState>>;
  /** The JSON path of the bank's words for its user. */
  message: string;
  /** The JSON paths of a code that the bank's app also shows; the first present one counts. */
  code: readonly string[];
  /** The steps in Link's form; left out if the dialect has none. */
  form?: FormTable;
};

/**
 * The steps of an authorization by form: the password, the choice among several methods, and the
 * code.
 */
type FormTable = {
  /** The bodies of the steps. */
  password(password: string): object;
  method(id: string): object;
  answer(code: string): object;
  /** The JSON paths of a link that starts the authorization with the password. */
  startsWithPassword: readonly string[];
  /**
   * The list of methods, and the JSON paths within each: id, names and type. App methods have no
   * code.
   */
  methods: {
    list: string;
    id: string;
    names: readonly string[];
    type: string;
    inApp: readonly string[];
    /** The JSON path of the method that the bank itself has chosen. */
    chosen: string;
  };
  /** The JSON paths of a picture in base64, and of the bank's words above the code's field. */
  picture: string;
  words: readonly (readonly string[])[];
};
