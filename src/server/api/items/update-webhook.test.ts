import { expect, test } from "vitest";
import { testApp } from "../../../testing/test-app/test-app.ts";

test("a webhook at a host that the operator's list has not is refused by its field", async () => {
  const app = await testApp({ OUTBOUND_HOSTS: "*.shop.example" });
  const link = (webhook: string) =>
    app.call("/sandbox/public_token/create", {
      institution_id: "ins_109508",
      initial_products: ["auth"],
      options: { webhook },
    });
  await expect(link("https://evil.example/hook")).rejects.toThrow(
    "options.webhook must be at a host that this server may call, which evil.example is not",
  );
  const { public_token } = await link("https://hooks.shop.example/hook");
  const { access_token } = await app.call("/item/public_token/exchange", { public_token });
  const update = (webhook: string) => app.call("/item/webhook/update", { access_token, webhook });
  await expect(update("https://evil.example/")).rejects.toThrow("INVALID_FIELD");
  expect((await app.call("/item/get", { access_token })).item).toMatchObject({
    webhook: "https://hooks.shop.example/hook",
  });
});
