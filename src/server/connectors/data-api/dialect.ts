import type { Product } from "../../../protocol/vocabulary.ts";
import type { Iban } from "../../domain/bank-values.ts";
import type { Deviations } from "../../domain/institutions/deviations.ts";
import type { Approach } from "../../domain/institutions/institution-registration.ts";
import type { Person } from "../../domain/presence.ts";
import type { AuthorisationTable, ConsentState } from "./authorisation-table.ts";
import { dialectProblems } from "./dialect-problems.ts";
import type { Reads, WithReads } from "./dialect-reads.ts";

/**
 * The meaning of a refusal: a resource that is missing, our certificate, signature or role, the user's name or password
 * at the bank, data that the user did not allow, a period, or an access that has ended.
 */
export type Meaning =
  | "absent"
  | "client refused"
  | "credentials refused"
  | "not granted"
  | "period refused"
  | "sign in again";

/** A refusal: its statuses, the codes in its body and a word of that (all if left out), and its meaning. */
type Refusal = {
  statuses: readonly number[];
  codes?: readonly string[];
  word?: string;
  means: Meaning;
};

/**
 * The next page of a list: a key, at a JSON path in the body, that a parameter repeats; or a link in the
 * body. JSON paths are names joined by dots.
 */
export type NextPage = { at: string; parameter: string } | { at: string; parameter: null };

/** The requests and responses of a dialect that are the same for all data. */
export type Wire = {
  name: string;
  /** The path of the data below the issuer, unless the operator names another address. */
  basePath: string;
  headers: {
    /** The header of a new UUID for each request. */
    request: string;
    /** The header that names the user's consent in each request for data, if there is one. */
    consent?: string;
    /** The headers that name a person who waits; a request without them counts as unattended. */
    person: Readonly<Record<string, keyof Person>>;
    /** Further headers of the requests for data at some paths of the table. */
    ofPaths?: Readonly<Record<string, Readonly<Record<string, string>>>>;
    /** The headers that a signature covers, of those that a request has; left out if requests are not signed. */
    signed?: readonly string[];
    /** Whether institutions count only requests that name no person, and until the end of the day (UTC). */
    personIsUncounted?: boolean;
  };
  /**
   * The JSON paths of a refusal's code: the first whose code the table of refusals names, else the first that
   * is present.
   */
  errorCode: readonly string[];
  /** The refusals; the first match counts. */
  refusals: readonly Refusal[];
  /** The JSON paths of the next page; the first that is present counts. */
  nextPage: readonly NextPage[];
  consent: {
    /** The names of its id and its end, in seconds since 1970, in a token response or its access token. */
    inTokens: { id: string; end: string } | null;
    /**
     * The path of the consent's record with {consentId}, the JSON path of its end (an ISO 8601 moment), and
     * whose token reads it; null if the dialect has no record to read.
     */
    record: { path: string; end: string; by: "user" | "client" } | null;
    /** The request by which the client makes it before a user authorizes it; null if the user's sign-in makes it. */
    request: ConsentRequest | null;
    /** The claims of the authorization by which a sign-in makes it (OpenID Connect Core 5.5); left out for none. */
    claims?: Readonly<Record<string, unknown>>;
  };
  /**
   * The scopes of an authorization, with {consentId} in those that name the consent; null for those that the issuer
   * offers and the products need.
   */
  scopes: readonly string[] | null;
  /** The products that its banks can share. */
  products: readonly Product[];
};

/**
 * The approach of a connection, the addresses to which users return from its site (done, or after a refusal), and the
 * user's name at the bank; null if the bank's site asks for that.
 */
type ConsentAsk = {
  approach: Approach;
  returnUrl: string;
  refusalUrl: string;
  user: string | null;
};

/** A consent that the client makes, and its user authorizes. */
type ConsentRequest = {
  path: string;
  /** The scope of the client's own token; null if the client has none, and is known by its certificate. */
  scope: string | null;
  /** The approaches by which its user can authorize it. */
  approaches: readonly Approach[];
  /** Whether a user may name its accounts before they authorize it. */
  namesAccounts?: true;
  /** The scopes of a sign-in before it, in the other approaches than OAuth; left out if its banks have none. */
  preStep?: readonly string[];
  /** The headers by which it asks for the connection's approach, and names the addresses that the user returns to. */
  headers?(ask: ConsentAsk): Readonly<Record<string, string>>;
  /** The header in which a bank names its approach, and its words for those that a connection names. */
  chosen?: { header: string; words: Readonly<Partial<Record<Approach, string>>> };
  /**
   * The JSON paths of the link to the bank's site, of which the first that is present counts; left out for
   * OAuth alone.
   */
  site?: readonly string[];
  /** The authorization that the client follows; left out if all of them are at the bank's site. */
  authorisation?: AuthorisationTable;
  /**
   * The body for the permissions at a time in ms since 1970, by the bank's deviations, for the accounts that
   * the user has named, and for the operator's declared number of reads of an endpoint in a day; null for no
   * such number.
   */
  body(
    permissions: readonly string[],
    options: {
      now: number;
      deviations: Deviations;
      accounts: readonly Iban[];
      readsPerDay: number | null;
    },
  ): object;
  /** The permissions that each product needs. */
  permissions: Readonly<Partial<Record<Product, readonly string[]>>>;
  /** The JSON paths of its id, its status and its permissions in the record. */
  id: string;
  status: string;
  permissionsAt: string;
  /** The statuses in which its user may authorize it another time, by the same id. */
  reusable: readonly string[];
  /** The meaning of its statuses, after its user is back; data can be read in all of them if this is left out. */
  states?: Readonly<Record<string, ConsentState>>;
  /** The claim by which the authorization names it, and the ID token repeats it; null if a scope names it. */
  claim: string | null;
  /** The authentication contexts that the authorization accepts. */
  acrValues: readonly string[];
};

/**
 * A dialect: a table with the requests for an institution's data, and the form of its responses.
 */
export type Dialect = Wire & {
  /** Passes the reads to work that does not depend on their types. */
  withReads: WithReads;
  /**
   * The reads of card accounts that have a list of their own; null if the dialect has no such list.
   */
  withCards: WithReads | null;
};

/** Checks a dialect's table; throws an Error that names each wrong line. */
export const defineDialect = <Account, Row, Network>(
  wire: Wire,
  reads: Reads<Account, Row, Network>,
  cards: Reads<Account, Row, Network> | null = null,
): Dialect => {
  const problems = [reads, cards].flatMap((each) => (each ? dialectProblems(wire, each) : []));
  if (problems.length > 0)
    throw new Error(problems.map((problem) => `dialect ${wire.name}: ${problem}`).join("\n"));
  return {
    ...wire,
    withReads: (work) => work(reads),
    withCards: cards && ((work) => work(cards)),
  };
};

/** The path of an account, or of what belongs to it. */
export const fillPath = (path: string, values: Readonly<Record<string, string>>): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ""));

/** The value at a JSON path in a body: names and numbers joined by dots; undefined if it is missing. */
export const valueAt = (body: unknown, place: string): unknown => {
  let value = body;
  for (const name of place.split(".")) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, name))
      return undefined;
    value = value[name as keyof typeof value];
  }
  return value;
};

/** The code of a refusal in a body; null if no text looks like a code. */
export const refusalCodeIn = (
  { errorCode, refusals }: Pick<Wire, "errorCode" | "refusals">,
  body: unknown,
): string | null => {
  const codes = errorCode.flatMap((place) => {
    const value = valueAt(body, place);
    const code = typeof value === "number" ? String(value) : value;
    return typeof code === "string" && /^[\w.:/-]{1,100}$/.test(code) ? [code] : [];
  });
  // A warning may precede the error.
  const known = codes.find((code) => refusals.some((refusal) => refusal.codes?.includes(code)));
  return known ?? codes[0] ?? null;
};

/** The meaning of a refusal by its status, its code and its text; null if the table gives none. */
export const findMeaning = (
  { refusals }: Pick<Wire, "refusals">,
  status: number,
  code: string | null,
  text = "",
): Meaning | null =>
  refusals.find(
    ({ statuses, codes, word = "" }) =>
      statuses.includes(status) &&
      (codes === undefined || codes.includes(code ?? "")) &&
      text.includes(word),
  )?.means ?? null;

/** The meaning of a status's word in a table, in any case; undefined if the table has none. */
export const findState = (
  states: Readonly<Record<string, ConsentState>>,
  word: string,
): ConsentState | undefined =>
  Object.entries(states).find(([each]) => each.toLowerCase() === word.toLowerCase())?.[1];
