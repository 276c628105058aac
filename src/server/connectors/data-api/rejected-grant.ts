import { AsyncLocalStorage } from "node:async_hooks";
import { z } from "zod";
import type { Grant } from "./grant.ts";
import type { IssuerMetadata } from "./issuer-metadata.ts";

/** The parts of an IssuerClient that revoking its tokens needs. */
type Issuer = { connection: { clientId: string }; metadata: IssuerMetadata };

/** The last token response of a sign-in, since the library drops a refused response. */
const answers = new AsyncLocalStorage<{ body: string | null }>();

/** Records the response of a token endpoint during a sign-in. */
export const recordTokenResponse = async (answer: Response): Promise<void> => {
  const note = answers.getStore();
  if (note && answer.ok) note.body = await answer.clone().text();
};

/**
 * Creates a grant from a token response. If the response is refused, for its ID token or another
 * reason, its tokens belong to no Item. They are passed to `discard` before the refusal is thrown.
 */
export const revokeRejectedGrant = async <Result>(
  client: Issuer,
  work: () => Promise<Result>,
  discard: (grant: Grant) => Promise<void>,
): Promise<Result> => {
  const note: { body: string | null } = { body: null };
  try {
    return await answers.run(note, work);
  } catch (refusal) {
    const grant = note.body === null ? null : refusedGrant(client, note.body);
    if (grant !== null) await discard(grant);
    throw refusal;
  }
};

const Tokens = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1).nullable().catch(null),
});

/**
 * A response's tokens as a grant that only serves to revoke them; null if revocation is impossible.
 */
function refusedGrant({ connection, metadata }: Issuer, body: string): Grant | null {
  const tokens = Tokens.safeParse(parseJson(body));
  if (!tokens.success || metadata.revocation_endpoint === undefined) return null;
  return {
    id: "refused",
    issuer: metadata.issuer,
    subject: null,
    clientId: connection.clientId,
    accessToken: tokens.data.access_token,
    expiresAt: null,
    refreshToken: tokens.data.refresh_token,
    dpopKey: null,
    leaseUntil: null,
    pausedUntil: null,
    consentId: null,
    consentExpiresAt: null,
    isImported: false,
    missing: {},
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
