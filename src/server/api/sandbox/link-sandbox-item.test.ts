import { expect, test } from "vitest";
import { testApp } from "../../../testing/test-app/test-app.ts";

test("/sandbox/public_token/create refuses a user with MFA, who can be linked in Link only", async () => {
  const { post, credentials } = await testApp();
  const create = (override_username: string, override_password: string) =>
    post("/sandbox/public_token/create", {
      ...credentials,
      institution_id: "ins_109508",
      initial_products: ["auth"],
      options: { override_username, override_password },
    });
  const refusals = [
    await create("user_good", "mfa_device"),
    await create("user_custom", JSON.stringify({ mfa: { type: "questions" } })),
  ];
  for (const { status, body } of refusals)
    expect([status, body.error_code, body.error_message]).toEqual([
      400,
      "INVALID_CREDENTIALS",
      "this user is asked for more than credentials; open Link",
    ]);
  expect((await create("user_custom", JSON.stringify({ seed: "1" }))).status).toBe(200);
});

test("/sandbox paths answer SANDBOX_ONLY in production", async () => {
  const { post, credentials } = await testApp({
    SERVICE_ENV: "production",
    SERVICE_LINK_MASTER_KEY: "ab".repeat(32),
  });
  const { body } = await post("/sandbox/public_token/create", {
    ...credentials,
    institution_id: "ins_109508",
    initial_products: ["auth"],
  });
  expect(body.error_code).toBe("SANDBOX_ONLY");
});
