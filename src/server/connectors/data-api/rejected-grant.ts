import { AsyncLocalStorage } from "node:async_hooks";
import { z } from "zod";
import type { Grant } from "./grant.ts";
import type { IssuerMetadata } from "./issuer-metadata.ts";

/** The parts of an IssuerClient that tell how its tokens are revoked. */
type Issuer = { connection: { clientId: string }; metadata: IssuerMetadata };

/** The last answer of a token endpoint within a sign-in: its library forgets what it refuses. */
const answers = new AsyncLocalStorage<{ body: string | null }>();

/** Notes what a token endpoint answered, where a sign-in is under way. */
export const recordTokenResponse = async (answer: Response): Promise<void> => {
  const note = answers.getStore();
  if (note && answer.ok) note.body = await answer.clone().text();
};

/**
 * Runs what makes a grant of a token endpoint's answer. Where that is refused, for its ID token or anything
 * else, the tokens in it are no Item's, and are handed to `discard` before the refusal is thrown.
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

/** The tokens of an answer as a grant, good for its end only; null where nothing can be ended. */
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
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
