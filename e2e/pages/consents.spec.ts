import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import type { BankOptions } from "../../demo/bank/server.d.mts";
import { startBank } from "../../demo/bank/server.mjs";
import { ask, exchange, linkToken } from "../support/api.ts";
import { shareAll } from "../support/bank.ts";
import { command, dataFolder, serve } from "../support/server.ts";
import { expect, test } from "../support/test.ts";
import { openWebview } from "../support/webview.ts";

const ID = "ins_700001";
const CLIENT = {
  id: "service-link",
  name: "Corner Shop",
  secret: "s".repeat(32),
};

/**
 * A server with a Berlin Group bank, connected by an approach, with or without an OAuth sign-in
 * before it.
 */
const serverWith = async (approach: NonNullable<BankOptions["approach"]>, preStep = false) => {
  const { folder, remove } = dataFolder();
  const server = await serve(folder, 0, { RATE_LIMITS: "off" }, ["--processes", "1"]);
  const bank = await startBank({
    ...{ port: 0, standard: "berlin-group", approach, preStep },
    clients: [{ ...CLIENT, redirectUris: [`${server.api}/oauth/return`] }],
  });
  const files = mkdtempSync(join(tmpdir(), "service-link-e2e-consents-"));
  const list = join(files, "banks.csv");
  const secret = join(files, "secret");
  writeFileSync(secret, CLIENT.secret);
  writeFileSync(list, `institution_id,name,country_codes\n${ID},Lantern Bank,US\n`);
  await command(folder, ["institutions", "import", list]);
  await command(folder, [
    ...["institutions", "connect", ID, "--issuer", bank.issuer, "--client-id", CLIENT.id],
    ...["--dialect", "berlin-group", "--approach", approach],
    ...(preStep
      ? ["--client-secret-file", secret, "--no-dpop", "--deviation", "pre-step=oauth"]
      : []),
  ]);
  const query = { institution_id: ID, country_codes: ["US"] };
  const isConnected = async () =>
    Object((await ask(server, "/institutions/get_by_id", query)).answer.institution).oauth;
  await expect.poll(isConnected).toBe(true);
  return {
    server,
    bank,
    [Symbol.asyncDispose]: async () => {
      await server.stop();
      await bank.close();
      remove();
      rmSync(files, { recursive: true });
    },
  };
};

type Connected = Awaited<ReturnType<typeof serverWith>>;

/** Opens Link as the whole page, at the form of the bank. */
const openForm = async (page: Page, { server }: Connected) => {
  const token = await linkToken(server, { products: ["transactions"] });
  const messages = await openWebview(page, `${server.api}/link.html?isWebview=true&token=${token}`);
  await page.getByTestId("institution-search").fill("Lantern");
  await page.getByTestId(`institution-${ID}`).click();
  return messages;
};

/** Shares the chosen accounts; returns how many accounts the Item has. */
const finish = async (
  page: Page,
  { server }: Connected,
  messages: Awaited<ReturnType<typeof openForm>>,
): Promise<number> => {
  await page.getByTestId("submit").click();
  await page.getByTestId("finish").click();
  await expect.poll(() => messages().at(-1)?.type).toBe("connected");
  const { accessToken } = await exchange(server, messages().at(-1)?.public_token);
  const { answer } = await ask(server, "/accounts/get", { access_token: accessToken });
  return Object(answer.accounts).length;
};

test("a user authorizes a consent at the bank's site without OAuth", async ({ page }) => {
  await using at = await serverWith("redirect");
  const messages = await openForm(page, at);
  await page.getByTestId("oauth").click();
  await page.getByRole("button", { name: "Cancel and go back" }).click();
  await expect(page.getByText("You did not agree at your institution")).toBeVisible();
  await page.getByTestId("oauth").click();
  await shareAll(page);
  expect(await finish(page, at, messages)).toBeGreaterThan(1);
});

test("a user approves a consent in the bank's app, whose words and code Link shows", async ({
  page,
}) => {
  await using at = await serverWith("decoupled");
  const messages = await openForm(page, at);
  await page.getByLabel("User name").fill("ada");
  await page.getByTestId("submit").click();
  await expect(page.getByText("Please approve in the app of Lanternfield Bank.")).toBeVisible();
  const code = (await page.locator(".compare").textContent()) ?? "";
  const app = await page.context().newPage();
  await app.goto(`${at.bank.issuer}/app`);
  await expect(app.getByText(code, { exact: true })).toBeVisible();
  await app.getByRole("button", { name: "Approve" }).click();
  await expect(app.getByRole("heading", { name: "Nothing to approve" })).toBeVisible();
  await app.close();
  await page.getByRole("button", { name: "Select all" }).click();
  expect(await finish(page, at, messages)).toBeGreaterThan(1);
});

test("a user authorizes a consent by their password, a picture and its code in Link", async ({
  page,
}) => {
  await using at = await serverWith("embedded");
  const messages = await openForm(page, at);
  await page.getByLabel("User name").fill("ada");
  await page.getByTestId("credential-password").fill("lantern");
  await page.getByTestId("submit").click();
  await page.getByText("A picture with a code").click();
  await page.getByTestId("submit").click();
  await expect(page.getByText("Type the code in the picture.")).toBeVisible();
  const picture = page.getByRole("img", { name: /picture/ });
  await expect
    .poll(() => picture.evaluate((img) => img instanceof HTMLImageElement && img.naturalWidth))
    .toBeGreaterThan(0);
  await page.getByTestId("mfa-code").fill("1111");
  await page.getByTestId("submit").click();
  await expect(page.getByRole("alert")).toBeVisible();
  await page.getByTestId("mfa-code").fill("2468");
  await page.getByTestId("submit").click();
  await page.getByRole("button", { name: "Select all" }).click();
  expect(await finish(page, at, messages)).toBeGreaterThan(1);
});

for (const approach of ["redirect", "decoupled"] as const)
  test(`a user signs in by OAuth, and then authorizes their consent: ${approach}`, async ({
    page,
  }) => {
    await using at = await serverWith(approach, true);
    const messages = await openForm(page, at);
    await page.getByTestId("oauth").click();
    await page.getByLabel("Customer name").fill("ada");
    await page.getByLabel("Password").fill("lantern");
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page.getByText("Nothing yet. It asks for your accounts next")).toBeVisible();
    await page.getByRole("button", { name: "Continue" }).click();
    if (approach === "redirect") await shareAll(page);
    else {
      await expect(page.getByText("Please approve in the app of Lanternfield Bank.")).toBeVisible();
      const app = await page.context().newPage();
      await app.goto(`${at.bank.issuer}/app`);
      await app.getByRole("button", { name: "Approve" }).click();
      await app.close();
      await page.getByRole("button", { name: "Select all" }).click();
    }
    expect(await finish(page, at, messages)).toBeGreaterThan(1);
  });
