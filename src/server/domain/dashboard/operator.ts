import { HOUR_MS } from "../calendar.ts";
import { digest, opaqueId, type Random } from "../identifiers.ts";

/** The port for the operator's password. */
export type OperatorStore = {
  /** The hash of the password; null without a password. */
  passwordHash(): Promise<string | null>;
  /** Adds a single-use code for setting a password, with an expiry. */
  addSetupCode(codeDigest: string, expiresAt: number): Promise<void>;
  /** Returns whether the code is valid at a moment. */
  hasSetupCode(codeDigest: string, now: number): Promise<boolean>;
  /**
   * Sets the password with a code, and ends all codes and the operator's sessions; false for an
   * invalid code.
   */
  setPassword(passwordHash: string, codeDigest: string, now: number): Promise<boolean>;
};

/** The lifetimes of codes by origin: a server's start, or the command. */
export const SETUP_CODE_MS = { start: 24 * HOUR_MS, command: HOUR_MS };

/** Creates a single-use code for setting the operator's password; the store has its digest. */
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

/** The path of the page that sets a password. The code is in the fragment, which no log sees. */
export const setupPath = (code: string): string => `/dashboard/setup#${code}`;

/** An identity from the operators' identity provider. */
export type Identity = {
  subject: string;
  /** Null without a verified address. */
  email: string | null;
};

/** The port to the operators' identity provider (OpenID Connect). */
export type OperatorIdentity = {
  issuer: string;
  /** The identities that may sign in: e-mail addresses in small letters, and subjects as `sub:…`. */
  allowed: readonly string[];
  /** Returns the sign-in address, and the progress to keep until the callback. */
  start(redirectUri: string): Promise<{ url: string; progress: string }>;
  /** Returns the identity of a callback; throws if the callback does not belong to this start. */
  finish(returnUrl: URL, progress: string): Promise<Identity>;
};

/** Returns the entry of `allowed` that matches an identity, or undefined. */
export const findEntry = (
  { subject, email }: Identity,
  { allowed }: Pick<OperatorIdentity, "allowed">,
): string | undefined =>
  allowed.find(
    (entry) => entry === `sub:${subject}` || (email !== null && entry === email.toLowerCase()),
  );

/**
 * Returns the key that binds a session to its entry. The session ends when the entry is removed.
 */
export const entryKey = ({ issuer }: Pick<OperatorIdentity, "issuer">, entry: string): string =>
  digest(JSON.stringify(["oidc", issuer, entry]));
