import { HOUR_MS } from "../calendar.ts";
import { digest, opaqueId, type Random } from "../identifiers.ts";

/** The port for the operator's password. */
export type OperatorStore = {
  /** The hash of the password; null before one was set. */
  passwordHash(): Promise<string | null>;
  /** Adds a code that sets a password once, until it expires. */
  addSetupCode(codeDigest: string, expiresAt: number): Promise<void>;
  /** Returns whether the code is valid at a moment. */
  hasSetupCode(codeDigest: string, now: number): Promise<boolean>;
  /**
   * Sets the password by a code, which ends all codes and the operator's sessions; false for an invalid code.
   */
  setPassword(passwordHash: string, codeDigest: string, now: number): Promise<boolean>;
};

/** The lifetimes of the code of a start, and of the command's. */
export const SETUP_CODE_MS = { start: 24 * HOUR_MS, command: HOUR_MS };

/** Creates a code that sets the operator's password once; the store has its digest. */
export const newSetupCode = async (
  lifetimeMs: number,
  {
    store,
    clock,
    random,
  }: { store: { operator: OperatorStore }; clock: () => number; random: Random },
): Promise<string> => {
  const code = opaqueId(random, 32);
  await store.operator.addSetupCode(digest(code), clock() + lifetimeMs);
  return code;
};

/** The path of the page on which a password is set; the code is in the fragment, which no log sees. */
export const setupPath = (code: string): string => `/dashboard/setup#${code}`;

/** An identity, as asserted by the operators' identity provider. */
export type Identity = {
  subject: string;
  /** Null if the provider names none, or has not verified it. */
  email: string | null;
};

/** The port to the identity provider at which operators sign in, by OpenID Connect. */
export type OperatorIdentity = {
  issuer: string;
  /** The identities that may sign in: e-mail addresses in small letters, and subjects as `sub:…`. */
  allowed: readonly string[];
  /** Returns the address to sign in at, and the progress to keep until the callback. */
  start(redirectUri: string): Promise<{ url: string; progress: string }>;
  /** Returns the identity behind a callback; throws if it does not belong to this start. */
  finish(returnUrl: URL, progress: string): Promise<Identity>;
};

/** Returns the entry of `allowed` that matches an identity; undefined if there is none. */
export const findEntry = (
  { subject, email }: Identity,
  { allowed }: Pick<OperatorIdentity, "allowed">,
): string | undefined =>
  allowed.find(
    (entry) => entry === `sub:${subject}` || (email !== null && entry === email.toLowerCase()),
  );

/** Returns the key to which a session of an entry is bound: it ends once the entry is removed. */
export const entryKey = ({ issuer }: Pick<OperatorIdentity, "issuer">, entry: string): string =>
  digest(JSON.stringify(["oidc", issuer, entry]));
