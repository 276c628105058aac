import { expect, test, vi } from "vitest";
import { testApp } from "../../../testing/test-app/test-app.ts";
import { Fault } from "../../domain/fault.ts";

const BANK = { institution_id: "ins_109508" };
const PURPOSE = { consumer_report_permissible_purpose: "EXTENSION_OF_CREDIT" };

/** A user, and calls for the user's report. */
const setUp = async () => {
  const app = await testApp();
  const { user_id } = await app.call("/user/create", { client_user_id: "customer-1" });
  const create = (changes: object = {}) =>
    app.call("/cra/check_report/create", {
      user_id,
      webhook: "https://shop.example/webhook",
      days_requested: 30,
      ...PURPOSE,
      ...changes,
    });
  const read = async () =>
    (await app.post("/cra/check_report/base_report/get", { ...app.credentials, user_id })).body;
  return { ...app, user_id: String(user_id), create, read };
};

test("cra_options of a link token name the report, and say how many days it requires", async () => {
  const { call, startLink, runJobs, services, user_id } = await setUp();
  const body = {
    client_name: "Shop",
    language: "en",
    country_codes: ["US"],
    products: ["cra_base_report"],
    user_id,
    ...PURPOSE,
  };
  const cra_options = { days_requested: 30, days_required: 30, client_report_id: "loan-1" };
  const { link_token } = await call("/link/token/create", { ...body, cra_options });
  const session = await startLink({ token: link_token });
  await session.bridge("institution/select", BANK);
  const credentials = { username: "user_good", password: "pass_good" };
  const answer = await session.bridge("credentials/submit", { ...BANK, credentials });
  const { accounts } = answer.body.selection as { accounts: { id: string }[] };
  await session.bridge("accounts/select", { account_ids: accounts.map(({ id }) => id) });
  await runJobs();
  expect(await services.store.consumerReports.byUserId(user_id)).toMatchObject({
    clientReportId: "loan-1",
    daysRequested: 30,
    daysRequired: 30,
    state: { at: "ready" },
  });
  const tooMany = { ...cra_options, days_required: 31 };
  await expect(call("/link/token/create", { ...body, cra_options: tooMany })).rejects.toThrow(
    "cra_options.days_required must be at most cra_options.days_requested",
  );
});

test("a report with require_identity fails if the owners cannot be read", async () => {
  const { call, create, runJobs, read, services, user_id } = await setUp();
  await call("/sandbox/public_token/create", {
    ...BANK,
    initial_products: ["transactions"],
    user_id,
  });
  const connector = services.directory.connectorOf(BANK.institution_id);
  vi.spyOn(connector, "identity").mockRejectedValue(new Fault("INSTITUTION_DOWN"));
  await create();
  await runJobs();
  expect((await read()).warnings).toMatchObject([{ warning_code: "IDENTITY_UNAVAILABLE" }]);
  await create({ base_report: { require_identity: true } });
  await runJobs();
  expect(await read()).toMatchObject({
    error_code: "DATA_UNAVAILABLE",
    causes: [{ error_code: "INSTITUTION_DOWN", item_id: expect.any(String) }],
  });
});
