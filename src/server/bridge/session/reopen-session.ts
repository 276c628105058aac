import type { ResumePoint } from "../../../protocol/bridge.ts";
import { Fault } from "../../domain/fault.ts";
import { isSameDigest } from "../../domain/identifiers.ts";
import { isLockedOut } from "../../domain/link/attempt-guard.ts";
import type { LinkSession } from "../../domain/link/link-session.ts";
import { issuePublicToken } from "../../domain/link/public-token.ts";
import type { SessionStep } from "../../domain/link/session-step.ts";
import { sessionWebhooks } from "../../domain/link/session-webhooks.ts";
import type { Services } from "../../domain/services.ts";
import { connectionOf } from "../finish/connect.ts";
import { resumePointOf } from "./resume-point.ts";
import { rowOf } from "./session.ts";

type Reopened = { session: LinkSession; standing: ResumePoint };

/**
 * Opens a link token in another frame, as `wanted` would have started. A frame that brings the secret
 * of the session that is there goes on with it: it stands where it stood, or starts anew if it was
 * left. Any other frame learns nothing of it, and starts a session of its own in its place. Null when
 * another call was faster; INVALID_LINK_TOKEN once the token has done what it was for.
 */
export const reopen = async (
  existing: LinkSession,
  wanted: LinkSession,
  services: Services,
): Promise<Reopened | null> => {
  const { step, guard } = existing;
  if (isLockedOut(guard) || step.at === "expired") throw new Fault("INVALID_LINK_TOKEN");
  if (!isSameDigest(existing.resumeDigest, wanted.resumeDigest))
    return startInPlace(existing, wanted, services);
  const { tokenDigest, origin, expiresAt } = wanted;
  const handedOver = { ...existing, tokenDigest, origin, expiresAt };
  if (step.at === "connected") return reopenConnected(existing, handedOver, step, services);
  const session = step.at === "exited" ? { ...handedOver, step: wanted.step } : handedOver;
  const standing = resumePointOf(session, services);
  return (await services.store.sessions.reopen(existing, session))
    ? { session: atNextRevision(session), standing }
    : null;
};

/** Ends the session that is there, and starts another: a link token has one at a time. */
async function startInPlace(
  existing: LinkSession,
  wanted: LinkSession,
  services: Services,
): Promise<Reopened | null> {
  const { at } = existing.step;
  if (at === "connected") throw new Fault("INVALID_LINK_TOKEN");
  // One that nobody did anything in is nobody's loss, and one that was left has been told of.
  const isNews = at !== wanted.step.at && at !== "exited";
  const jobs = isNews ? await sessionWebhooks(services, existing, "left") : [];
  return (await services.store.sessions.reopen(existing, wanted, { jobs }))
    ? { session: wanted, standing: resumePointOf(wanted, services) }
    : null;
}

/** Hands over once more what may never have arrived, as long as nobody has made use of it. */
async function reopenConnected(
  existing: LinkSession,
  handedOver: LinkSession,
  step: Extract<SessionStep, { at: "connected" }>,
  services: Services,
): Promise<Reopened | null> {
  const { store, directory } = services;
  for (const issued of step.publicTokens) {
    const before = await store.publicTokens.byDigest(issued);
    // A token that is gone went with its Item.
    if (!before || before.exchangedAt !== null) throw new Fault("INVALID_LINK_TOKEN");
  }
  const { itemId, accounts } = step;
  const { token, record } = issuePublicToken(services, { itemId, clientId: existing.clientId });
  const publicTokens = [...step.publicTokens, record.digest];
  const session = { ...handedOver, step: { ...step, publicTokens } };
  if (!(await store.sessions.reopen(existing, session, { publicToken: record }))) return null;
  const institution = directory.get(step.institutionId);
  return {
    session: atNextRevision(session),
    standing: {
      at: "connected",
      institution: rowOf(institution, session.config.language),
      connection: connectionOf({ ...services, session }, itemId, token, accounts),
    },
  };
}

const atNextRevision = (session: LinkSession): LinkSession => ({
  ...session,
  revision: session.revision + 1,
});
