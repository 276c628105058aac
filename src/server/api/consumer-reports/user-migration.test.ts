import { expect, test } from "vitest";
import { testReceiver } from "../../../testing/test-app/receiver.ts";
import { testApp } from "../../../testing/test-app/test-app.ts";

const REPORT = {
  days_requested: 90,
  consumer_report_permissible_purpose: "EXTENSION_OF_CREDIT",
  products: ["cra_base_report", "cra_income_insights", "cra_network_insights"],
};
const READS = ["base_report", "income_insights", "network_insights"] as const;
/**
 * The time from the clock's start to the last moment before April 2026, and to its first moment.
 */
const BEFORE_APRIL = Date.UTC(2026, 3, 1) - Date.parse("2026-01-15T12:00:00Z") - 1;
const IN_APRIL = BEFORE_APRIL + 1;

/** A legacy client's app and receiver, and a user in the schema of that time. */
const migration = async (wait: number, user: object = {}) => {
  const app = await testApp();
  app.advanceClock(wait);
  await app.services.store.clients.setLegacyUserApi(app.keys.client_id, true);
  const receiver = await testReceiver();
  const creation = await app.call("/user/create", { client_user_id: "customer-1", ...user });
  /** Links an Item under the user; returns its id. */
  const link = async (fields: object) => {
    const { public_token } = await app.call("/sandbox/public_token/create", {
      institution_id: "ins_109508",
      initial_products: ["transactions"],
      ...fields,
    });
    return (await app.call("/item/public_token/exchange", { public_token })).item_id;
  };
  /** Creates a report; returns its webhooks in order of arrival. */
  const report = async (fields: object) => {
    receiver.received.splice(0);
    await app.call("/cra/check_report/create", { webhook: receiver.url, ...REPORT, ...fields });
    await app.runJobs();
    return receiver.received
      .map(({ body }) => body)
      .filter(({ webhook_type }) => webhook_type === "CHECK_REPORT")
      .map((body): Body => ({ ...body, item_ids: (body.item_ids as string[]).toSorted() }))
      .toSorted((body, b) => String(body.webhook_code).localeCompare(String(b.webhook_code), "en"));
  };
  /** The responses of all paths that read a report. */
  const read = (fields: object) =>
    Promise.all(
      READS.map(async (name) => {
        const body = await app.call(`/cra/check_report/${name}/get`, fields);
        const { request_id: _, ...answer } = body;
        return answer;
      }),
    );
  const print = async (fields: object) => {
    const { status, bytes } = await app.post("/cra/check_report/pdf/get", {
      ...app.credentials,
      ...fields,
    });
    return { status, text: Buffer.from(bytes).toString("latin1") };
  };
  return { created: creation, link, report, read, print };
};

const READY = {
  webhook_type: "CHECK_REPORT",
  successful_products: REPORT.products,
  failed_products: [],
};

test.each([
  ["before April 2026 only the legacy webhook tells", BEFORE_APRIL, false],
  ["from April 2026 on the new webhook is sent in addition to the legacy one", IN_APRIL, true],
])("a user_token goes on as user_id; %s", async (_, wait, isParallel) => {
  const { created, link, report, read, print } = await migration(wait);
  const { user_id: legacyId, user_token } = created;
  const item_ids = [await link({ user_token })];
  const webhooks = () => {
    const ready = { ...READY, item_ids: item_ids.toSorted() };
    return [
      { ...ready, webhook_code: "CHECK_REPORT_READY", user_id: legacyId },
      ...(isParallel
        ? [{ ...ready, webhook_code: "USER_CHECK_REPORT_READY", user_id: user_token }]
        : []),
    ];
  };

  expect(await report({ user_token })).toMatchObject(webhooks());
  const first = await read({ user_token });
  expect(await read({ user_id: user_token })).toEqual(first);
  const pdf = await print({ user_token });
  expect(pdf.status).toBe(200);
  expect(await print({ user_id: user_token })).toEqual(pdf);

  expect(await report({ user_id: user_token })).toMatchObject(webhooks());
  const second = await read({ user_id: user_token });
  expect(await read({ user_token })).toEqual(second);
  expect(listIds(second)).not.toEqual(listIds(first));
  expect(withoutIds(second)).toEqual(withoutIds(first));

  item_ids.push(await link({ user_id: user_token }));
  expect(await report({ user_id: user_token })).toMatchObject(webhooks());
});

test.each([
  ["before April 2026", BEFORE_APRIL, ["CHECK_REPORT_FAILED"]],
  ["from April 2026 on", IN_APRIL, ["CHECK_REPORT_FAILED", "USER_CHECK_REPORT_FAILED"]],
])("a legacy user's report that fails %s is told of by %j", async (_, wait, codes) => {
  const { created, report } = await migration(wait);
  const { user_id, user_token } = created;
  const webhookBodies = codes.map((webhook_code) => ({
    webhook_type: "CHECK_REPORT",
    webhook_code,
    user_id: webhook_code === "CHECK_REPORT_FAILED" ? user_id : user_token,
    item_ids: [],
  }));
  expect(await report({ user_token })).toMatchObject(webhookBodies);
  expect(await report({ user_id: user_token })).toMatchObject(webhookBodies);
});

test.each([
  ["before April 2026", BEFORE_APRIL],
  ["from April 2026 on", IN_APRIL],
])("a new user of a legacy client gets the new webhooks alone, %s", async (_, wait) => {
  const { created, link, report } = await migration(wait, { with_upgraded_user: true });
  const { user_id } = created;
  expect(user_id).toMatch(/^usr_/);
  expect(await report({ user_id })).toEqual([
    expect.objectContaining({ webhook_code: "USER_CHECK_REPORT_FAILED", user_id, item_ids: [] }),
  ]);
  const item_ids = [await link({ user_id })];
  expect(await report({ user_id })).toEqual([
    expect.objectContaining({
      ...READY,
      webhook_code: "USER_CHECK_REPORT_READY",
      user_id,
      item_ids,
    }),
  ]);
});

type Body = Record<string, unknown>;
type Answers = Body[];

const listIds = (answers: Answers) =>
  answers.map(({ report }) => (report as { report_id: string }).report_id);

/** Returns a report without its ids, which differ in each report. */
const withoutIds = (answers: Answers) =>
  answers.map(({ report, ...answer }) => ({
    ...answer,
    report: { ...(report as object), report_id: null },
  }));
