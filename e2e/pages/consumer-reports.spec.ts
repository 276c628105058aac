import { linkAccount } from "../../src/testing/kit/link-account.ts";
import { ask, call, linkToken } from "../support/api.ts";
import { callback } from "../support/link.ts";
import { expect, test } from "../support/test.ts";

test("a lender's user links a bank, and the lender reads their report as JSON and as a PDF", async ({
  page,
  host,
  server,
}) => {
  const { answer } = await ask(server, "/user/create", { client_user_id: "applicant-1" });
  const { user_id } = answer;
  const report = (document: string) =>
    ask(server, `/cra/check_report/${document}/get`, { user_id });
  expect((await report("base_report")).answer.error_code).toBe("CONSUMER_REPORT_NOT_FOUND");
  const token = await linkToken(server, {
    user: undefined,
    user_id,
    products: ["cra_base_report", "cra_income_insights"],
    consumer_report_permissible_purpose: "EXTENSION_OF_CREDIT",
    cra_options: { days_requested: 180, base_report: { client_report_id: "loan-1" } },
  });

  await page.goto(host.url({ config: { token } }));
  await linkAccount(page, { open: "button", user: "user_gig_worker" });
  const [, metadata] = await callback(page, "onSuccess");
  const accountIds = Object(metadata).accounts.map(({ id }: { id: string }) => id);

  await expect.poll(async () => (await report("base_report")).status).toBe(200);
  const base = Object((await report("base_report")).answer.report);
  expect(base).toMatchObject({ days_requested: 180, client_report_id: "loan-1" });
  expect(base.items).toMatchObject([{ institution_id: "ins_109508" }]);
  const reportIds = base.items[0].accounts.map(
    ({ account_id }: { account_id: string }) => account_id,
  );
  expect(reportIds.toSorted()).toEqual(accountIds.toSorted());
  const income = Object((await report("income_insights")).answer.report);
  expect(JSON.stringify(income)).toContain("GIG_ECONOMY");
  const { client_id, secret } = { client_id: server.clientId, secret: server.secret };
  const pdf = await fetch(`${server.api}/cra/check_report/pdf/get`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ client_id, secret, user_id }),
  });
  expect(pdf.headers.get("content-type")).toBe("application/pdf");
  expect((await pdf.text()).slice(0, 8)).toBe("%PDF-1.4");

  await call(server, "/user/remove", { user_id });
  expect((await report("base_report")).answer.error_code).toBe("INVALID_USER_ID");
});
