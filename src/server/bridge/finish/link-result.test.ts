import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { LoginResponse } from "../../../protocol/link/bridge.ts";
import { testApp } from "../../../testing/test-app/test-app.ts";

test("the accounts that a session has shared are readable in no file", async () => {
  const app = await testApp();
  const bank = { institution_id: "ins_109508" };
  const meta = { name: "Wedding in June" };
  const override_accounts = [{ type: "depository", subtype: "checking", meta }];
  const password = JSON.stringify({ override_accounts });
  const link = await app.startLink({ product: ["transactions"] });
  await link.bridge("institution/select", bank);
  const credentials = { username: "user_custom", password };
  const { body } = await link.bridge("credentials/submit", { ...bank, credentials });
  const { request_id: _, ...fields } = body;
  const account_ids = LoginResponse.parse(fields).selection?.accounts.map(({ id }) => id);
  const answer = await link.bridge("accounts/select", { account_ids });
  expect(answer.body.accounts).toMatchObject([meta]);
  for (const file of readdirSync(app.folder))
    expect(readFileSync(join(app.folder, file)).includes(meta.name)).toBe(false);
});
