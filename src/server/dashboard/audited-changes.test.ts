import { expect, test } from "vitest";
import { browser, signInOperator } from "../../testing/test-app/dashboard.ts";
import { testApp } from "../../testing/test-app/test-app.ts";

/** Changes of a client, with bodies that make them, in order. */
const changesOf = (id: string): [path: string, body: object][] => [
  ["version", { client_id: id, version: "2019-05-29" }],
  ["origin/allow", { client_id: id, origin: "https://shop.example" }],
  ["origin/disallow", { client_id: id, origin: "https://shop.example" }],
  ["redirect-uri/allow", { client_id: id, uri: "https://shop.example/" }],
  ["redirect-uri/disallow", { client_id: id, uri: "https://shop.example/" }],
  ["brand", { client_id: id, name: "Shop", accent: "#0b5c6b" }],
  ["public-key", { client_id: id, enabled: false }],
  ["account-selection", { client_id: id, selection: "one" }],
  ["secret/rotate", { client_id: id, overlap_hours: 1 }],
  ["secret/end-old", { client_id: id }],
  ["production/request", { client_id: id }],
  ["production/change", { id, granted: true }],
  ["clients/change", { id, name: "Shop" }],
  ["clients/create", { name: "Another" }],
  ["clients/remove", { id, confirm: id, with_items: false }],
];

test("each change of a client on the Dashboard is in the audit log, with the session that made it", async () => {
  const app = await testApp({
    SERVICE_ENV: "production",
    SERVICE_LINK_MASTER_KEY: "ab".repeat(32),
  });
  const operator = browser(app);
  await signInOperator(app, operator);
  const changes = changesOf(app.keys.client_id);
  for (const [path, body] of changes) {
    const before = await app.services.store.audit.head();
    expect([path, (await operator.post(path, body)).status]).toEqual([path, 200]);
    const entries = await app.services.store.audit.after(before.sequence, 9);
    expect([path, entries.length]).toEqual([path, 1]);
    expect(entries[0]?.actor).toEqual({
      kind: "dashboard",
      name: expect.stringMatching(/^operator [\w-]{16}$/),
    });
  }
});
