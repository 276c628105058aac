// The account site, the users of the API, and their data.

import { sampleReports, samples } from "../../../../dist/bench/parts.js";
import { DAY_MS, digest, longId, md5, originAt } from "./names.mjs";

const { sampleUser } = samples;

export async function peopleAndUsers(step, store, { now, name, clientId }) {
  const { portalUsers: people, users, assetReports, institutions, failedSignIns } = store;
  const session = {
    sessionDigest: `person-${name}`,
    itemId: longId("item", 12),
    personId: null,
    openedAt: now,
    seenAt: now,
  };
  await step("people.openSession", () =>
    people.openSession(session, { addressId: name, expiresAt: now + DAY_MS }),
  );
  await step("people.session", () => people.session(session.sessionDigest));
  await step("people.items, of an Item", () => people.items(session));
  await step("people.items, of a person", () =>
    people.items({ itemId: null, personId: longId("person", 3) }),
  );
  await step("people.byEmailDigest", () => people.byEmailDigest(digest("email", 3)));
  const code = {
    sessionDigest: session.sessionDigest,
    codeDigest: "code",
    emailDigest: `email-${name}`,
    sealedEmail: "s",
    expiresAt: now + DAY_MS,
  };
  await step("people.setCode", () => people.setCode(code, 5));
  await step("people.claim", () =>
    people.claim(
      { ...code, sent: 1, guesses: 0 },
      {
        personId: `person-${name}`,
        emailDigest: code.emailDigest,
        sealedEmail: "s",
        createdAt: now,
      },
    ),
  );
  await step("people.reports", () => people.reports(longId("item", 12)));
  await step("people.eraseItem", () =>
    people.eraseItem(
      { itemId: longId("item", 14), accessTokenGeneration: 0, userId: null },
      originAt(now),
      [],
    ),
  );
  await step("people.remove", () => people.remove(`person-${name}`));
  const user = sampleUser({ userId: `user-${name}`, clientId, clientUserId: name });
  await step("users.add", () => users.add(user));
  await step("users.byUserId", () => users.byUserId(longId("user", 3)));
  await step("users.byClientUserId", () => users.byClientUserId(clientId, md5("cu2")));
  await step("users.items", () => users.items(longId("user", 3)));
  await step("users.remove", () => users.remove(user.userId, []));
  const report = sampleReports.sampleReport(name, {
    clientId,
    itemIds: [longId("item", 5)],
    createdAt: now,
  });
  await step("assetReports.create", () => assetReports.create(report, []));
  await step("assetReports.byTokenDigest", () => assetReports.byTokenDigest(report.tokenDigest));
  await step("assetReports.remove", () => assetReports.remove(report.assetReportId));
  await step("institutions.liveItems", () => institutions.liveItems("ins_109600"));
  await step("failedSignIns.take", () =>
    failedSignIns.take({ institutionId: "ins_109600", since: 0, until: now, limit: 100 }, () => ({
      jobs: [],
      mailed: [],
    })),
  );
}
