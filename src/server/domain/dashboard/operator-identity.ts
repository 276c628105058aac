import { digest } from "../identifiers.ts";

/** Who somebody is, as the operators' identity provider says. */
export type Identity = {
  subject: string;
  /** Null if the provider names none, or has not verified it. */
  email: string | null;
};

/** The port to the identity provider at which operators sign in, by OpenID Connect. */
export type OperatorIdentity = {
  issuer: string;
  /** Who may sign in: e-mail addresses in small letters, and subjects as `sub:…`. */
  allowed: readonly string[];
  /** The address to sign in at, and what has to be remembered until the person is back. */
  start(redirectUri: string): Promise<{ url: string; progress: string }>;
  /** Who came back at an address with their code; throws where the provider did not answer this start. */
  finish(returnUrl: URL, progress: string): Promise<Identity>;
};

/** The entry by which somebody may sign in; undefined if there is none. */
export const entryOf = (
  { subject, email }: Identity,
  { allowed }: Pick<OperatorIdentity, "allowed">,
): string | undefined =>
  allowed.find(
    (entry) => entry === `sub:${subject}` || (email !== null && entry === email.toLowerCase()),
  );

/** What a session is bound to that was opened by an entry: it ends once that is taken away. */
export const entryKey = ({ issuer }: Pick<OperatorIdentity, "issuer">, entry: string): string =>
  digest(JSON.stringify(["oidc", issuer, entry]));
