import { expect, test } from "vitest";
import { walkThrough } from "../../../../demo/bank/visit.fixture.ts";
import { BANK_ID, bankApp } from "./bank-app.fixture.ts";
import { Grant } from "./grant.ts";

/** A refresh token of a user who shares some accounts, as the bank gives it to its partner. */
const handedOut = async (
  { app, issuer }: Awaited<ReturnType<typeof bankApp>>,
  accounts: string[],
) => {
  const connector = app.services.directory.connectorOf(BANK_ID);
  const redirectUri = `${app.services.publicUrl()}/oauth/return`;
  const step = await connector.start(BANK_ID, {}, { state: "state-1", redirectUri });
  if (step.at !== "redirect") throw new Error("the bank's users sign in at its own site");
  const { state: _, ...parameters } = Object.fromEntries(
    await walkThrough(issuer, step.url, { accounts }),
  );
  const login = await connector.redirect?.finish(
    BANK_ID,
    {},
    step.progress,
    parameters,
    "/oauth/return",
  );
  if (login?.at !== "accounts") throw new Error("the sign-in is done");
  const { subject, refreshToken } = Grant.parse(JSON.parse(login.connectorState ?? ""));
  return { user_id: subject ?? "", auth_token: refreshToken ?? "" };
};

test.each([
  ["of accounts that the products cannot be had of", {}, "NO_ACCOUNTS"],
  ["of another user than the token's", { user_id: "somebody-else" }, "INVALID_CREDENTIALS"],
])("an import %s makes no Item, and ends the grant at the bank", async (_, changes, code) => {
  const setup = await bankApp();
  const user_auth = { ...(await handedOut(setup, ["acc-ada-card"])), ...changes };
  expect(setup.grants()).toHaveLength(1);
  const { body } = await setup.app.post("/item/import", {
    ...setup.app.credentials,
    institution_id: BANK_ID,
    products: ["auth"],
    user_auth,
  });
  expect(body.error_code).toBe(code);
  await setup.app.runJobs();
  expect(setup.grants()).toEqual([]);
});
