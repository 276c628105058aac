import type { Standing } from "../../protocol/bridge.ts";
import { Fault } from "../domain/fault.ts";
import { isGuessing } from "../domain/guard.ts";
import type { LinkSession, SessionStep } from "../domain/link-session.ts";
import { issuePublicToken } from "../domain/public-token.ts";
import type { World } from "../domain/world.ts";
import { connectionOf } from "./connect.ts";
import { rowOf } from "./session.ts";
import { standingOf } from "./standing.ts";

type Reopened = { session: LinkSession; standing: Standing };

/**
 * Goes on with the session of a link token in another frame, as `wanted` would have started: it stands
 * where it stood, or starts anew if it was left. Null when another call was faster; INVALID_LINK_TOKEN
 * once it has done what it was for.
 */
export const reopen = async (
  existing: LinkSession,
  wanted: LinkSession,
  world: World,
): Promise<Reopened | null> => {
  const { step, guard } = existing;
  if (isGuessing(guard) || step.at === "expired") throw new Fault("INVALID_LINK_TOKEN");
  const { tokenDigest, origin, expiresAt } = wanted;
  const handedOver = { ...existing, tokenDigest, origin, expiresAt };
  if (step.at === "connected") return reopenConnected(existing, handedOver, step, world);
  const session = step.at === "exited" ? { ...handedOver, step: wanted.step } : handedOver;
  const standing = standingOf(session, world);
  return (await world.store.sessions.reopen(existing, session))
    ? { session: atNextRevision(session), standing }
    : null;
};

/** Hands over once more what may never have arrived, as long as nobody has made use of it. */
async function reopenConnected(
  existing: LinkSession,
  handedOver: LinkSession,
  step: Extract<SessionStep, { at: "connected" }>,
  world: World,
): Promise<Reopened | null> {
  const { store, directory } = world;
  for (const issued of step.publicTokens) {
    const before = await store.publicTokens.byDigest(issued);
    // A token that is gone went with its Item.
    if (!before || before.exchangedAt !== null) throw new Fault("INVALID_LINK_TOKEN");
  }
  const { itemId, accounts } = step;
  const { token, record } = issuePublicToken(world, { itemId, clientId: existing.clientId });
  const publicTokens = [...step.publicTokens, record.digest];
  const session = { ...handedOver, step: { ...step, publicTokens } };
  if (!(await store.sessions.reopen(existing, session, record))) return null;
  const institution = directory.get(step.institutionId);
  return {
    session: atNextRevision(session),
    standing: {
      at: "connected",
      institution: rowOf(institution, session.config.language),
      connection: connectionOf({ ...world, session }, itemId, token, accounts),
    },
  };
}

const atNextRevision = (session: LinkSession): LinkSession => ({
  ...session,
  revision: session.revision + 1,
});
