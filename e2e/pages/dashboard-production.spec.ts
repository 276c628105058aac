import { randomBytes } from "node:crypto";
import { expectNoFaultInBoth } from "../support/accessibility.ts";
import { ask } from "../support/api.ts";
import { shownKeys, signInClient } from "../support/dashboard.ts";
import { command, dataFolder, serve } from "../support/server.ts";
import { expect, test } from "../support/test.ts";

test("a client requests production access, the operator grants it, and calls succeed", async ({
  browser,
}) => {
  const { folder, remove } = dataFolder();
  const variables = {
    SERVICE_ENV: "production",
    SERVICE_LINK_MASTER_KEY: randomBytes(32).toString("hex"),
  };
  const server = await serve(folder, 0, variables, ["--processes", "1"]);
  try {
    const operator = await browser.newPage();
    const setup = /\/dashboard\S+/.exec(await command(folder, ["dashboard", "setup"], variables));
    await operator.goto(server.api + setup?.[0]);
    await operator.getByLabel("Password").fill("correct horse battery");
    await operator.getByRole("button", { name: "Set it and sign in" }).click();
    await operator.getByText("Create a client").click();
    await operator.getByLabel("Name").fill("Corner Shop");
    await operator.getByRole("button", { name: "Create" }).click();
    await expect(operator.getByRole("heading", { name: "Save the secret now" })).toBeFocused();
    const keys = { ...server, ...(await shownKeys(operator)) };
    await operator.getByRole("button", { name: "I have saved it" }).click();
    const call = async () => {
      const body = { count: 1, offset: 0, country_codes: ["US"] };
      const { status, answer } = await ask(keys, "/institutions/get", body);
      return [status, answer.error_code];
    };
    expect(await call()).toEqual([400, "UNAUTHORIZED_ENVIRONMENT"]);

    const page = await browser.newPage();
    await page.goto(`${server.api}/dashboard/settings`);
    await signInClient(page, keys);
    await page.getByLabel("Its purpose, and whom to ask").fill("Pays out loans. Ask Ada.");
    await expectNoFaultInBoth(page);
    await page.getByRole("button", { name: "Request production access" }).click();
    await expect(page.getByText("The operator sees your request now.")).toBeVisible();
    await expect(page.getByRole("button", { name: "Grant production access" })).toBeHidden();
    await expectNoFaultInBoth(page);
    expect(await call()).toEqual([400, "UNAUTHORIZED_ENVIRONMENT"]);

    await operator.getByLabel("Production access").selectOption("Requested");
    await expect(operator.locator("tbody tr")).toHaveCount(1);
    await expectNoFaultInBoth(operator);
    await operator.getByRole("link", { name: "Corner Shop" }).click();
    await expect(operator.getByText("Pays out loans. Ask Ada.")).toBeVisible();
    await expectNoFaultInBoth(operator);
    await operator.getByRole("button", { name: "Grant production access" }).click();
    await expect(operator.getByText("Production access is granted.")).toBeVisible();
    await expectNoFaultInBoth(operator);

    await page.reload();
    await expect(page.getByText(/^Granted: calls with these keys succeed/)).toBeVisible();
    await expectNoFaultInBoth(page);
    expect((await call())[0]).toBe(200);
    expect(server.logged()).not.toContain(keys.secret);
  } finally {
    await server.stop();
    remove();
  }
});
