// Link and the bridge: from the session to the Item, and calls on that Item.

import { samples } from "../../../../dist/bench/parts.js";
import { DAY_MS, itemNamed, longId } from "./names.mjs";

const { sampleJob, sampleLinkToken, sampleSession, BALANCES } = samples;

/** From the session to the Item, and calls on it. */
export async function linking(step, store, { now, name, clientId }) {
  const { sessions, linkTokens, items, publicTokens, consents, processorTokens } = store;
  const token = sampleLinkToken({
    digest: `link-${name}`,
    clientId,
    createdAt: now,
    expiresAt: now + DAY_MS,
  });
  await step("linkTokens.create", () => linkTokens.create(token));
  await step("linkTokens.byDigest", () => linkTokens.byDigest(token.digest));
  const session = sampleSession({
    linkSessionId: `session-${name}`,
    tokenDigest: `session-token-${name}`,
    clientId,
    linkTokenDigest: token.digest,
    createdAt: now,
    expiresAt: now + 3_600_000,
  });
  await step("sessions.start", () => sessions.start(session));
  await step("sessions.byTokenDigest", () => sessions.byTokenDigest(session.tokenDigest));
  await step("sessions.byLinkSessionId", () => sessions.byLinkSessionId(session.linkSessionId));
  await step("sessions.byLinkTokenDigest", () => sessions.byLinkTokenDigest(token.digest));
  await step("sessions.submission", () => sessions.submission(session));
  await step("sessions.claim", () => sessions.claim(session, "first", now, now + 1000));
  await step("sessions.renewClaim", () => sessions.renewClaim(session, "first", now + 2000));
  const newItem = itemNamed(name, { clientId, createdAt: now, loggedInAt: now });
  const { item } = newItem;
  await step("sessions.advance", () =>
    sessions.advance(session, {
      step: {
        at: "connected",
        institutionId: item.institutionId,
        itemId: item.itemId,
        publicTokens: [],
        finishedAt: now,
      },
      newItem,
      consentRecord: {
        linkSessionId: session.linkSessionId,
        itemId: item.itemId,
        clientId,
        institutionId: item.institutionId,
        version: "2026-11",
        scope: ["auth"],
        givenAt: now,
        expiresAt: now + DAY_MS,
      },
    }),
  );
  await step("publicTokens.byDigest", () => publicTokens.byDigest(newItem.publicToken.digest));
  await step("publicTokens.forExchange", () =>
    publicTokens.forExchange(newItem.publicToken.digest),
  );
  await step("publicTokens.redeem", () => publicTokens.redeem(newItem.publicToken.digest, now + 1));
  await step("consents.ofItem", () => consents.ofItem(longId("item", 5)));
  await step("consents.hasSession", () => consents.hasSession(longId("session", 5)));
  const accountId = newItem.accounts[0].account.account_id;
  await step("items.setBalances", () =>
    items.setBalances(item.itemId, new Map([[accountId, BALANCES]]), now),
  );
  await step("items.setOwners", () => items.setOwners(item.itemId, new Map([[accountId, []]])));
  await step("items.owners", () => items.owners(item.itemId));
  await step("items.accountsJson", () => items.accountsJson(item.itemId));
  await step("items.addProducts", () => items.addProducts(item.itemId, ["assets"]));
  await step("items.addAccountKeys", () => items.addAccountKeys(item.itemId, ["one"], []));
  await step("items.accountKeys", () => items.accountKeys(item.itemId));
  await step("items.setWebhook", () => items.setWebhook(item.itemId, null));
  await step("items.compareAndSetStatus", () =>
    items.compareAndSetStatus(item, { error: null, loggedInAt: item.loggedInAt }),
  );
  await step("processorTokens.byDigest", () => processorTokens.byDigest("none"));
  await step("itemReads.claim", () =>
    store.itemReads.claim({ itemId: item.itemId, kind: "balances" }, now, now + 9),
  );
  await step("itemReads.find", () =>
    store.itemReads.find({ itemId: item.itemId, kind: "balances" }),
  );
  await step("itemReads.end", () =>
    store.itemReads.end({ itemId: item.itemId, kind: "balances" }, null),
  );
  await step("connectorStates.replace", () =>
    store.connectorStates.replace(item.itemId, 0, "sealed"),
  );
  await step("connectorStates.byItemId", () => store.connectorStates.byItemId(item.itemId));
  await step("itemStatus.recordTransactions", () =>
    store.itemStatus.recordTransactions(item.itemId, "updated", now),
  );
  await step("itemStatus.of", () => store.itemStatus.of(item.itemId));
  await step("notifiedPulls.merge", () =>
    store.notifiedPulls.merge(
      [{ itemId: item.itemId, since: "2026-11-01", newAccounts: false, owners: false }],
      () => sampleJob(`pull-${name}`),
    ),
  );
  await step("notifiedPulls.ofItem", () => store.notifiedPulls.ofItem(item.itemId));
  await step("items.rotateAccessToken", () => items.rotateAccessToken(item, `rotated-${name}`));
  await step("items.remove, new", () =>
    items.remove({ itemId: item.itemId, accessTokenGeneration: 1 }, now),
  );
}
