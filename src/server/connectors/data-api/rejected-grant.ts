import { AsyncLocalStorage } from "node:async_hooks";
import { z } from "zod";
import type { Grant } from "./grant.ts";
import type { IssuerMetadata } from "./issuer-metadata.ts";

/** The parts of an IssuerClient that are needed to revoke its tokens. */
type Issuer = { connection: { clientId: string }; metadata: IssuerMetadata };

/** The last response of a token endpoint during a sign-in: the library drops a response that it refuses. */
const answers = new AsyncLocalStorage<{ body: string | null }>();

/** Records the response of a token endpoint during a sign-in. */
export const recordTokenResponse = async (answer: Response): Promise<void> => {
  const note = answers.getStore();
  if (note && answer.ok) note.body = await answer.clone().text();
};

/**
 * Runs the creation of a grant from a token response. If that is refused, for its ID token or another reason,
 * its tokens belong to no Item: hands them to `discard` before it throws the refusal.
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

/** The tokens of a response as a grant that serves only to revoke them; null if they cannot be revoked. */
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
