import type { Product } from "../../../protocol/vocabulary.ts";
import type { Iban } from "../../domain/bank-values.ts";
import type { Deviations } from "../../domain/institutions/deviations.ts";
import type { Approach } from "../../domain/institutions/institution-registration.ts";
import type { Person } from "../../domain/presence.ts";
import type { AuthorisationTable, ConsentState } from "./authorisation-table.ts";
import { dialectProblems } from "./dialect-problems.ts";
import type { Reads, WithReads } from "./dialect-reads.ts";

/**
 * The meaning of a refusal. The causes: a missing resource; our certificate, signature or role; the
 * user's name or password; data without the user's permission; a period; an ended access.
 */
export type Meaning =
  | "absent"
  | "client refused"
  | "credentials refused"
  | "not granted"
  | "period refused"
  | "sign in again";

/**
 * A refusal: its statuses, the codes in its body and a word of its text (all if left out), and its
 * meaning.
 */
type Refusal = {
  statuses: readonly number[];
  codes?: readonly string[];
  word?: string;
  means: Meaning;
};

/**
 * The next page of a list: a key, at a JSON path in the body, sent as a parameter; or a link in the
 * body. JSON paths are names joined by dots.
 */
export type NextPage = { at: string; parameter: string } | { at: string; parameter: null };

/** A dialect's requests and responses that are the same for all data. */
export type Wire = {
  name: string;
  /** The path of the data below the issuer, unless the operator names another address. */
  basePath: string;
  headers: {
    /** The header of a new UUID for each request. */
    request: string;
    /** The header that names the user's consent in data requests, if any. */
    consent?: string;
    /** The headers that name a waiting person. A request without them counts as unattended. */
    person: Readonly<Record<string, keyof Person>>;
    /** Further headers of the requests for data at some paths of the table. */
    ofPaths?: Readonly<Record<string, Readonly<Record<string, string>>>>;
    /** The signed headers, if present in a request; left out without signatures. */
    signed?: readonly string[];
    /**
     * Whether institutions count only requests without a person, until the end of the day (UTC).
     */
    personIsUncounted?: boolean;
  };
  /**
   * The JSON paths of a refusal's code: the first with a code in the table of refusals, or else the
   * first present.
   */
  errorCode: readonly string[];
  /** The refusals; the first match counts. */
  refusals: readonly Refusal[];
  /** The JSON paths of the next page; the first that is present counts. */
  nextPage: readonly NextPage[];
  consent: {
    /**
     * The names of the consent's id and end (seconds since 1970) in a token response or access
     * token.
     */
    inTokens: { id: string; end: string } | null;
    /**
     * The path of the consent's record with {consentId}, the JSON path of its end (ISO 8601), and
     * whose token reads it; null without a readable record.
     */
    record: { path: string; end: string; by: "user" | "client" } | null;
    /**
     * The client's request for a consent before the user authorizes it; null if the sign-in creates
     * the consent.
     */
    request: ConsentRequest | null;
    /**
     * The claims with which a sign-in creates the consent (OpenID Connect Core 5.5); left out for
     * none.
     */
    claims?: Readonly<Record<string, unknown>>;
  };
  /**
   * The scopes of an authorization, with {consentId} in those that name the consent; null for the
   * offered scopes that the products need.
   */
  scopes: readonly string[] | null;
  /** The products that banks of this dialect can share. */
  products: readonly Product[];
};

/**
 * A connection's approach, the return addresses (after success and refusal), and the user's name at
 * the bank; null if the bank's site asks for the name.
 */
type ConsentAsk = {
  approach: Approach;
  returnUrl: string;
  refusalUrl: string;
  user: string | null;
};

/** A consent that the client creates, and the user authorizes. */
type ConsentRequest = {
  path: string;
  /** The scope of the client's own token; null if its certificate identifies it instead. */
  scope: string | null;
  /** The approaches with which the user can authorize the consent. */
  approaches: readonly Approach[];
  /** Whether a user may name accounts before authorizing the consent. */
  namesAccounts?: true;
  /**
   * The scopes of an earlier sign-in, in other approaches than OAuth; left out if banks have none.
   */
  preStep?: readonly string[];
  /** The headers that request the connection's approach, and name the return addresses. */
  headers?(ask: ConsentAsk): Readonly<Record<string, string>>;
  /** The header with the bank's chosen approach, and its words for approaches. */
  chosen?: { header: string; words: Readonly<Partial<Record<Approach, string>>> };
  /**
   * The JSON paths of the link to the bank's site, the first present one counting; left out for
   * OAuth only.
   */
  site?: readonly string[];
  /** The authorization that the client follows; left out if all are at the bank's site. */
  authorisation?: AuthorisationTable;
  /**
   * The body for the permissions, at a time in ms since 1970, by the bank's deviations, for the
   * named accounts, and for the declared daily reads of an endpoint; null if undeclared.
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
  /** The permissions of each product. */
  permissions: Readonly<Partial<Record<Product, readonly string[]>>>;
  /** The JSON paths of the consent's id, status and permissions in the record. */
  id: string;
  status: string;
  permissionsAt: string;
  /** The statuses in which the user may authorize the consent again under the same id. */
  reusable: readonly string[];
  /**
   * The meanings of the statuses after the user's return; if left out, data can be read in all of
   * them.
   */
  states?: Readonly<Record<string, ConsentState>>;
  /** The claim that names the consent, and that the ID token repeats; null if a scope names it. */
  claim: string | null;
  /** The authentication contexts that the authorization accepts. */
  acrValues: readonly string[];
};

/** A dialect: a table of an institution's data requests, and of its responses' form. */
export type Dialect = Wire & {
  /** Passes the reads to work that does not depend on their types. */
  withReads: WithReads;
  /** The reads of cards in a separate list; null if the dialect has no such list. */
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

/** Fills in the path of an account, or of its parts. */
export const fillPath = (path: string, values: Readonly<Record<string, string>>): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ""));

/** The value at a JSON path in a body: names and numbers joined by dots; undefined if missing. */
export const valueAt = (body: unknown, place: string): unknown => {
  let value = body;
  for (const name of place.split(".")) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, name))
      return undefined;
    value = value[name as keyof typeof value];
  }
  return value;
};

/** The code of a refusal in a body; null if no text resembles a code. */
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

/** The meaning of a refusal by status, code and text; null without one in the table. */
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

/** The meaning of a status's word in a table, in any case; undefined without one. */
export const findState = (
  states: Readonly<Record<string, ConsentState>>,
  word: string,
): ConsentState | undefined =>
  Object.entries(states).find(([each]) => each.toLowerCase() === word.toLowerCase())?.[1];
