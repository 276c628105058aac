import { expect, test } from "vitest";
import { finishLink } from "../../../testing/test-app/finish-link.ts";
import { linkToken } from "../../../testing/test-app/link-token.ts";
import { testApp } from "../../../testing/test-app/test-app.ts";

const BANK = { institution_id: "ins_109508" };
const CREDENTIALS = { username: "user_good", password: "pass_good" };
const PERIOD = { start_date: "2025-01-01", end_date: "2026-01-15" };

type App = Awaited<ReturnType<typeof testApp>>;

/** A link token's session, and the response to its sign-in. */
const signIn = async (app: App, changes: object, isUpdate = false) => {
  const token = await linkToken(app, { language: "en", client_name: "Shop", ...changes });
  const link = await app.startLink({ token });
  if (!isUpdate) await link.bridge("institution/select", BANK);
  const submit = () => link.bridge("credentials/submit", { ...BANK, credentials: CREDENTIALS });
  return { link, submit, answer: await submit() };
};

test.each([
  ["investments", "/investments/holdings/get", {}],
  ["investments", "/investments/transactions/get", PERIOD],
  ["investments", "/investments/refresh", {}],
  ["liabilities", "/liabilities/get", {}],
  ["statements", "/statements/list", {}],
  ["statements", "/statements/refresh", PERIOD],
])(
  "an Item that was linked without %s reads %s once its user agrees in update mode",
  async (product, path, more) => {
    const app = await testApp();
    const first = await signIn(app, {
      ...{ products: ["transactions"], additional_consented_products: ["identity"] },
    });
    const access_token = await finishLink(app, first.link, first.answer.body);
    const body = { ...app.credentials, access_token, ...more };
    expect((await app.post(path, body)).body).toMatchObject({
      ...{ error_type: "INVALID_INPUT", error_code: "ADDITIONAL_CONSENT_REQUIRED" },
    });
    const update = { access_token, products: [], additional_consented_products: [product] };
    const { link, answer, submit } = await signIn(app, update, true);
    expect(answer.body.error_code).toBe("ADDITIONAL_CONSENT_REQUIRED");
    await link.bridge("consent/give", { ...BANK, version: "2026-12" });
    expect((await submit()).body.error_code).toBeUndefined();
    const { status, body: read } = await app.post(path, body);
    expect([status, read.error_code]).toEqual([200, undefined]);
  },
);

test("investment transactions reach 24 months back, and no further", async () => {
  const app = await testApp();
  const { access_token } = await app.link(BANK.institution_id, ["investments"]);
  const count = async (start_date: string, end_date: string) => {
    const period = { start_date, end_date };
    const answer = await app.call("/investments/transactions/get", { access_token, ...period });
    return Number(answer.total_investment_transactions);
  };
  // The clock of a test starts at 2026-01-15.
  expect(await count("2020-01-01", "2024-01-14")).toBe(0);
  expect(await count("2024-01-15", "2024-03-31")).toBeGreaterThan(0);
});
