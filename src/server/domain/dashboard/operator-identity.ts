import { digest } from "../identifiers.ts";

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
export const entryOf = (
  { subject, email }: Identity,
  { allowed }: Pick<OperatorIdentity, "allowed">,
): string | undefined =>
  allowed.find(
    (entry) => entry === `sub:${subject}` || (email !== null && entry === email.toLowerCase()),
  );

/** Returns the key to which a session of an entry is bound: it ends once the entry is removed. */
export const entryKey = ({ issuer }: Pick<OperatorIdentity, "issuer">, entry: string): string =>
  digest(JSON.stringify(["oidc", issuer, entry]));
