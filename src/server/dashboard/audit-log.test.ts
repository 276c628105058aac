import { readdirSync } from "node:fs";
import { join } from "node:path";
import SQLite from "better-sqlite3";
import { expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { sampleInstitution } from "../../testing/store-contract/institutions.ts";
import {
  browser,
  signedIn,
  signedInMember,
  signInOperator,
  storedClient,
} from "../../testing/test-app/dashboard.ts";
import { testReceiver } from "../../testing/test-app/receiver.ts";
import { testApp } from "../../testing/test-app/test-app.ts";
import type { AuditAction } from "../domain/audit/audit-entry.ts";
import { sessionName } from "../domain/dashboard/dashboard-session.ts";
import { newInvitation } from "../domain/dashboard/invitation.ts";
import { dashboardCalls } from "./index.ts";
import { linkReport } from "./items/files-item.fixture.ts";

type App = Awaited<ReturnType<typeof testApp>>;

/** A call that changes data: its path, body, audited action, and subject. */
type Change = [path: string, body: object, action: AuditAction, subject: unknown];

/** The calls that only read. */
const READS = [
  "institutions/aggregators",
  "me",
  "clients",
  "items",
  "items/institutions",
  "items/show",
  ...["webhooks", "webhooks/show", "webhooks/inbox", "webhooks/summary"],
  "search",
  "example-values",
  "sessions",
  "sessions/show",
  "sessions/funnel",
  "overview",
  "attention",
  "requests",
  "requests/errors",
  "requests/show",
  "usage",
  "institutions",
  "institutions/show",
  "institutions/import/preview",
  "institutions/issuer",
  "institutions/check/show",
  "alert/show",
  "audit",
  "audit/show",
  "audit/verify",
  "server-brand/show",
  "people",
  "people/sessions",
  "people/passkeys",
  "people/passkey/start",
  "production-checklist",
];

/** The changes of aggregator keys. `institutions/aggregators.test.ts` reads their entries. */
const OF_AGGREGATORS = ["institutions/aggregators/add", "institutions/aggregators/remove"];

/** The changes that only a member makes. `people/passkeys.test.ts` reads their entries. */
const OF_MEMBERS = ["people/passkey/add", "people/passkey/remove"];

/** The changes of a client in production, in order. */
const clientChanges = (id: string, secret_id: string): Change[] => {
  const of = (path: string, body: object, action: AuditAction): Change => [
    path,
    { client_id: id, ...body },
    action,
    id,
  ];
  const origin = "https://shop.example";
  const uri = "https://shop.example/";
  return [
    of("first-name", { name: "Corner Shop" }, "client.change"),
    of("version", { version: "2019-05-29" }, "client.set_default_version"),
    of("origin/allow", { origin }, "client.allow_origin"),
    of("origin/disallow", { origin }, "client.disallow_origin"),
    of("redirect-uri/allow", { uri }, "client.allow_redirect_uri"),
    of("redirect-uri/disallow", { uri }, "client.disallow_redirect_uri"),
    of(
      "brand",
      {
        name: "Shop",
        accent: "#0b5c6b",
        mode: "auto",
        radius: null,
        font: null,
        trust_pane: false,
      },
      "client.set_brand",
    ),
    of("public-key", { enabled: false }, "client.set_public_key"),
    of("account-selection", { selection: "one" }, "client.set_account_selection"),
    of("secret/add", FREE_SECRET, "client.add_secret"),
    of("secret/change", { secret_id, read_only: false, name: "old" }, "client.change_secret"),
    of("secret/rotate", { secret_id, overlap_hours: 1 }, "client.rotate_secret"),
    of("secret/end", { secret_id }, "client.end_secret"),
    of("alert/set", ALERT, "client.set_alert"),
    of("try", { path: "/item/get", body: { access_token: "x" } }, "client.try_path"),
    of("production/request", {}, "client.request_production"),
    ["production/change", { id, granted: true }, "client.grant_production", id],
    ["clients/change", { id, name: "Shop" }, "client.change", id],
    ["clients/create", { name: "Another" }, "client.create", expect.any(String)],
    ["clients/remove", { id, confirm: id, with_items: false }, "client.remove", id],
  ];
};

const FREE_SECRET = { name: "", products: null, read_only: false, networks: [], ends_at: null };
const ALERT = { webhook: "", email: "ada@example.com", mail_users: false };
const HOOK = "https://shop.example/webhooks";
const OWN_BANK = "ins_500001";
const LIST = {
  file_name: "list.csv",
  text: "institution_id,name,country_codes\nins_500002,Hill Bank,US\n",
};
const BANK_SECRET = "the-bank-knows-us-by-this";

/** The changes of Items, webhooks, institutions and the server, in a sandbox that has all of these. */
const sandboxChanges = async (app: App): Promise<Change[]> => {
  const receiver = await testReceiver();
  const { item_id, access_token } = await app.link("ins_109508", ["transactions"], {
    webhook: receiver.url,
  });
  await app.call("/sandbox/item/fire_webhook", { access_token, webhook_code: "ERROR" });
  await app.runJobs();
  const page = { after: null, order: "descending", limit: 1, sort: "created" } as const;
  const { rows } = await app.services.store.lists.webhooks({
    ...page,
    clientId: null,
    itemId: item_id,
    state: "delivered",
  });
  const delivery_id = rows[0]?.deliveryId;
  const { client_id } = app.keys;
  await app.services.store.institutions.put([sampleInstitution(OWN_BANK, { name: "Corner Bank" })]);
  const institution = { institution_id: OWN_BANK };
  const connection = {
    ...institution,
    issuer: "https://bank.example",
    issued_client_id: "we",
    client_secret: BANK_SECRET,
  };
  const { member } = await signedInMember(app, {});
  const { store } = app.services;
  const sessions = await store.dashboardSessions.of(null, app.services.clock());
  const theirs = sessions.find(({ memberId }) => memberId === member.memberId);
  const session_id = sessionName(theirs?.tokenDigest ?? "");
  const { invitation } = newInvitation(
    { clientId: null, email: "bob@ops.example", role: "read", invitedBy: null },
    app.services,
  );
  await store.members.invite(invitation);
  const { invitationId: invitation_id } = invitation;
  const { memberId: member_id, email } = member;
  const { access_token: _, ...files } = await linkReport(app, 11);
  return [
    [
      "people/invite",
      { email: "ada@ops.example", role: "read" },
      "member.invite",
      "ada@ops.example",
    ],
    ["people/withdraw", { invitation_id }, "member.withdraw_invitation", invitation.email],
    ["people/role", { member_id, role: "read" }, "member.change_role", email],
    ["people/sign-out", { session_id }, "member.end_session", email],
    ["people/remove", { member_id }, "member.remove", email],
    ["items/refresh", { item_id }, "item.refresh", item_id],
    ["items/set-ids", { ...files, setting: "move" }, "item.ids", files.item_id],
    ["items/export", { item_id, format: "csv" }, "item.export", item_id],
    ["items/update", { item_id }, "item.open_update_mode", item_id],
    ["server-brand/set", { name: "Acme" }, "server.set_brand", "server"],
    ["webhooks/replay", { delivery_id }, "webhook.replay", delivery_id],
    ["webhooks/replay-failed", { since: 0, client_id }, "webhook.replay_failed", client_id],
    ["webhooks/examples", { url: HOOK, client_id }, "webhook.send_examples", client_id],
    ["institutions/import", LIST, "institutions.import", LIST.file_name],
    ["institutions/connect", connection, "institution.connect", OWN_BANK],
    ["institutions/ways", { first: "token", asks: true }, "institutions.set_ways", "ways"],
    ["institutions/check/start", { ...institution, sign_ins: 0 }, "institution.check", OWN_BANK],
    ["institutions/check/stop", institution, "institution.stop_check", OWN_BANK],
    ["institutions/disconnect", institution, "institution.disconnect", OWN_BANK],
    ["institutions/remove", institution, "institution.remove", OWN_BANK],
  ];
};

const PRODUCTION = { SERVICE_ENV: "production", SERVICE_LINK_MASTER_KEY: "ab".repeat(32) };

test.each([
  [
    "clients",
    PRODUCTION,
    async (app: App) => clientChanges(app.keys.client_id, app.client.secrets[0]?.secretId ?? ""),
  ],
  ["Items, webhooks, institutions and the server", {}, sandboxChanges],
])(
  "each change of %s is one entry that names session, action and subject; a refusal adds none",
  async (_, variables, changesOf) => {
    const app = await testApp(variables);
    const operator = browser(app);
    await signInOperator(app, operator);
    const { audit } = app.services.store;
    const secrets = [app.keys.secret, BANK_SECRET];
    for (const [path, body, action, subject] of await changesOf(app)) {
      const { sequence } = await audit.head();
      for (const wrong of [
        { ...body, unknown: 1 },
        ...[
          ...["client_id", "id", "item_id", "delivery_id", "institution_id"],
          ...["invitation_id", "member_id", "session_id"],
        ]
          .filter((name) => Object.hasOwn(body, name))
          .map((name) => ({ ...body, [name]: "nobody" })),
      ])
        expect((await operator.post(path, wrong)).status, path).toBeGreaterThanOrEqual(400);
      expect((await audit.head()).sequence, path).toBe(sequence);

      const answer = await operator.post(path, body);
      expect(answer.status, path).toBe(200);
      const keys = z.object({ secret: z.string() }).safeParse(answer.body.keys);
      if (keys.success) secrets.push(keys.data.secret);
      expect(await audit.after(sequence, 9), path).toEqual([
        expect.objectContaining({
          actor: { kind: "dashboard", name: expect.stringMatching(/^operator [\w-]{16}$/) },
          action,
          subject,
        }),
      ]);
    }
    const log = JSON.stringify(await audit.after(0, 1000));
    for (const secret of secrets) expect(log).not.toContain(secret);
  },
);

test("every call of the Dashboard is one of those changes, or only reads and is in no log", async () => {
  const app = await testApp();
  const changes = [...clientChanges("", ""), ...(await sandboxChanges(app))].map(([path]) => path);
  const paths = dashboardCalls.map(({ path }) => path.replace("/dashboard/api/", ""));
  const others = [...READS, ...OF_MEMBERS, ...OF_AGGREGATORS];
  expect(paths.toSorted()).toEqual([...new Set([...changes, ...others])].toSorted());
  const operator = browser(app);
  await signInOperator(app, operator);
  const { sequence } = await app.services.store.audit.head();
  const { client_id } = app.keys;
  for (const path of READS) await operator.post(path, path === "alert/show" ? { client_id } : {});
  expect((await app.services.store.audit.head()).sequence).toBe(sequence);
});

test("an audit log that was tampered with refuses changes with a plain sentence", async () => {
  const { app, dashboard } = await signedIn();
  const database = new SQLite(join(app.folder, "service-link.db"));
  onTestFinished(() => void database.close());
  database.exec("delete from audit_head");
  const before = await storedClient(app);
  expect(await dashboard.post("origin/allow", { origin: "https://a.example" })).toMatchObject({
    status: 500,
    body: {
      error_code: "INTERNAL_SERVER_ERROR",
      error_message:
        "the audit log was tampered with: the head of the log is missing; nothing was changed",
      display_message: "The audit log was tampered with, so that nothing was changed.",
    },
  });
  expect(await storedClient(app)).toEqual(before);
});

test("a client that makes more changes than people do is refused, and does not fill the log", async () => {
  const { app, dashboard } = await signedIn();
  const { store } = app.services;
  const { item_id } = await app.link("ins_109508", ["transactions"]);
  await app.runJobs();
  app.advanceClock(60_000);
  const start = (await store.audit.head()).sequence;
  const change = async () => (await dashboard.post("public-key", { enabled: true })).status;
  for (let count = 0; count < 120; count++) expect(await change()).toBe(200);
  await dashboard.signIn();
  const state = async () => ({
    ...(await store.itemStatus.of(item_id)),
    pulls: await store.jobs.count("pull-transactions"),
    files: readdirSync(app.folder).toSorted(),
  });
  const before = await state();
  expect(await change()).toBe(429);
  for (const [path, body] of [
    ["items/refresh", { item_id }],
    ["items/update", { item_id }],
    ["secret/rotate", { secret_id: app.client.secrets[0]?.secretId, overlap_hours: 0 }],
  ] as const)
    expect([path, (await dashboard.post(path, body)).status]).toEqual([path, 429]);
  expect(await state()).toEqual(before);
  expect((await store.audit.head()).sequence).toBe(start + 120);
  app.advanceClock(60_000);
  expect(await change()).toBe(200);
});
