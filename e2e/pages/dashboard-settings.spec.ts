import type { Page } from "@playwright/test";
import { expectNoFault, expectNoFaultInBoth } from "../support/accessibility.ts";
import { ask, linkItem, linkToken } from "../support/api.ts";
import { OPERATOR_PASSWORD } from "../support/brand.ts";
import { askBridge } from "../support/bridge.ts";
import { expectLoaded, setPassword, setupAddress, shownKeys } from "../support/dashboard.ts";
import { expect, test } from "../support/own-server.ts";
import { command } from "../support/server.ts";

const SHOP = "https://shop.example";

test("the operator changes where a client's Link opens, what it may use, sees its usage, and removes it", async ({
  page,
  browser,
  own,
}) => {
  await setPassword(page, setupAddress(own));
  await page.getByText("Create a client").click();
  await page.getByLabel("Name").fill("Corner Shop");
  await page.getByRole("button", { name: "Create" }).click();
  await expect(page.getByRole("heading", { name: "Save the secret now" })).toBeFocused();
  const client = { ...own, ...(await shownKeys(page)) };
  await page.getByRole("button", { name: "I have saved it" }).click();
  await page.getByRole("link", { name: "Corner Shop" }).click();

  await test.step("pages of an origin open Link as long as it is allowed", async () => {
    const token = await linkToken(client);
    const refusal = async () => {
      const { body } = await askBridge(own, "session/start", { config: { token }, origin: SHOP });
      return body.error_code;
    };
    const card = page.getByRole("region", { name: "Allowed origins" });
    expect(await refusal()).toBe("INVALID_ORIGIN");
    await card.getByLabel("Add an origin").fill(SHOP);
    await card.getByRole("button", { name: "Add", exact: true }).click();
    await expect(card.getByText(`Pages of ${SHOP} may show Link now.`)).toBeVisible();
    // Another process sees the change within a second.
    await expect.poll(refusal).toBeUndefined();
    await card.getByRole("button", { name: `Remove ${SHOP}` }).click();
    await expect(card.getByText(`Pages of ${SHOP} may no longer show Link.`)).toBeVisible();
    await expect.poll(refusal).toBe("INVALID_ORIGIN");
    await expectNoFaultInBoth(page);
    await card.getByRole("button", { name: "Put it back" }).click();
    // The new row moves the content below it.
    await expect(card.getByText(`Pages of ${SHOP} may show Link now.`)).toBeVisible();
    await expect.poll(refusal).toBeUndefined();
  });

  await test.step("a link token names a redirect URI as long as it is registered", async () => {
    const uri = `${SHOP}/return`;
    const card = page.getByRole("region", { name: "Redirect URIs" });
    const answer = () =>
      linkToken(client, { redirect_uri: uri }).then(
        () => "a link token",
        ({ message }) => String(message),
      );
    expect(await answer()).toContain("must be registered");
    await card.getByLabel("Add a redirect URI").fill(uri);
    await card.getByRole("button", { name: "Add", exact: true }).click();
    await expect(card.getByText(`${uri} is registered.`)).toBeVisible();
    await expect.poll(answer).toBe("a link token");
    await card.getByRole("button", { name: `Remove ${uri}` }).click();
    await expect(card.getByText(`${uri} is removed.`)).toBeVisible();
    await expect(card.getByLabel("Add a redirect URI")).toBeFocused();
    await expect.poll(answer).toContain("must be registered");
  });

  await test.step("the operator's settings of a client apply to its calls", async () => {
    const card = page.getByRole("region", { name: "For the operator" });
    const codes = async () => {
      const processor_token = "processor-sandbox-none";
      return [
        (await ask(client, "/link/token/create", { ...TOKEN, products: ["identity"] })).answer
          .error_code,
        (await ask(client, "/processor/auth/get", { processor_token })).answer.error_code,
      ];
    };
    expect(await codes()).toEqual([undefined, "UNAUTHORIZED_ROUTE_ACCESS"]);
    await card.getByLabel("Name").fill("Corner Store");
    await card.getByRole("checkbox", { name: "identity" }).uncheck();
    await card.getByRole("checkbox", { name: /^A partner/ }).check();
    await card.getByRole("button", { name: "Save" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Corner Store" })).toBeVisible();
    await expect(card.getByText("Saved.")).toBeVisible();
    await expect.poll(codes).toEqual(["INVALID_PRODUCT", "INVALID_PROCESSOR_TOKEN"]);
    await expectNoFaultInBoth(page);
  });

  await test.step("a client's reads are counted by product", async () => {
    const options = { webhook: `${own.api}/nowhere` };
    const { accessToken } = await linkItem(client, { options });
    await page.getByRole("link", { name: "Usage" }).click();
    const usage = page.getByRole("region", { name: "Corner Store" });
    await expect(async () => {
      expect((await ask(client, "/auth/get", { access_token: accessToken })).status).toBe(200);
      await page.reload();
      await expect(usage).toContainText(/auth\s*\d+ calls? · 1 Item/, { timeout: 2000 });
    }, "calls are counted each second").toPass();
    await expectNoFaultInBoth(page);
    await expectNoFaultOnPages(page, [
      ...["White label", "Link sessions", "Items", "Webhooks", "Requests", "Institutions"],
      "Try Link",
    ]);
    await page.getByRole("link", { name: "Usage" }).click();
    await page.getByRole("button", { name: "Client: Corner Store" }).click();
    await page.getByRole("link", { name: "Show all" }).click();
    await expect(page.getByRole("button", { name: "Client: all" })).toBeVisible();
    await expect(usage).toContainText(/auth\s*\d+ calls?/);
    await page.goto(`${own.api}/dashboard/nowhere`);
    await expect(page.getByRole("heading", { name: "There is no such page" })).toBeVisible();
    await expectNoFault(page);
  });

  await test.step("a client is removed once its client_id is typed, with its Items if that is ticked", async () => {
    await page.getByRole("link", { name: "Clients", exact: true }).click();
    await page.getByRole("link", { name: "Corner Store" }).click();
    const card = page.getByRole("region", { name: "Remove this client" });
    const submit = async (text: string) => {
      await card.getByRole("textbox").fill(text);
      await card.getByRole("button", { name: "Remove for good" }).click();
    };
    await submit("Corner Store");
    await expect(card.getByText("Type its client_id, letter by letter.")).toBeVisible();
    await submit(client.clientId);
    await expect(card.getByText(/1 live Item/)).toBeVisible();
    await card.getByRole("checkbox").check();
    await submit(client.clientId);
    await expect(page.getByRole("heading", { level: 1, name: "Clients" })).toBeFocused();
    await expect(page.getByRole("link", { name: "Corner Store" })).toBeHidden();
    const calls = async () => (await ask(client, "/link/token/create", TOKEN)).answer.error_code;
    await expect.poll(calls).toBe("INVALID_API_KEYS");
  });

  await test.step("a new password ends the sessions of the old one", async () => {
    const other = await browser.newPage();
    const [path] = /\/dashboard\S+/.exec(await command(own.folder, ["dashboard", "setup"])) ?? [];
    await other.goto(own.api + path);
    await expect(other.getByRole("heading", { name: "Set the operator's password" })).toBeVisible();
    await expectNoFaultInBoth(other);
    await setPassword(other, own.api + path, "another long password");
    await expect(other.getByRole("heading", { level: 1, name: "Clients" })).toBeVisible();
    await other.close();
    await page.reload();
    await signInOperator(page, OPERATOR_PASSWORD);
    await expect(page.getByText("This is not the operator’s password.")).toBeVisible();
    await expectNoFaultInBoth(page);
    await page.getByLabel("Password").fill("another long password");
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Clients" })).toBeVisible();
  });

  await test.step("the page says that the server cannot be reached", async () => {
    await page.route("**/dashboard/api/me", (route) => route.abort());
    await page.reload();
    const title = page.getByRole("heading", { name: "The server cannot be reached" });
    await expect(title).toBeVisible();
    await expectNoFaultInBoth(page);
    await page.unroute("**/dashboard/api/me");
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Clients" })).toBeVisible();
  });
});

const TOKEN = {
  client_name: "Corner Shop",
  language: "en",
  country_codes: ["US"],
  user: { client_user_id: "user-1" },
  products: ["auth"],
};

/** Opens pages of the Dashboard, and checks each by axe. */
const expectNoFaultOnPages = async (page: Page, names: readonly string[]): Promise<void> => {
  const navigation = page.getByRole("navigation", { name: "Dashboard" });
  for (const name of names) {
    const link = navigation.getByRole("link", { name, exact: true });
    await link.click();
    await expect(link).toHaveAttribute("aria-current", "page");
    await expect(page.locator("main > h1 + *")).toBeVisible();
    await expectLoaded(page);
    await expectNoFault(page);
  }
};

const signInOperator = async (page: Page, password: string): Promise<void> => {
  await page.getByRole("button", { name: "Use the operator's password" }).click();
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
};
