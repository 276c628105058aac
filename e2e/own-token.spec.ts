import { generateKeyPairSync } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { startAggregator } from "../demo/aggregator/server.mjs";
import { expectNoFault } from "./support/accessibility.ts";
import { call, exchange, linkToken } from "./support/api.ts";
import { expect, test } from "./support/own-server.ts";
import { command, type Running } from "./support/server.ts";
import { openWebview, type WebviewMessage } from "./support/webview.ts";

type Reply = (request: IncomingMessage, origin: string) => unknown;

/** A server on this machine that responds with JSON; undefined means 401. */
const mock = async (reply: Reply) => {
  const server = createServer((request, response: ServerResponse) => {
    const body = reply(request, origin);
    response.statusCode = body === undefined ? 401 : 200;
    response.end(typeof body === "string" ? body : JSON.stringify(body ?? {}));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { origin, [Symbol.asyncDispose]: async () => void server.close() };
};

const ACCOUNT = { accountUid: "a-1", name: "Personal", currency: "GBP", defaultCategory: "c-1" };

/** The replies for a Starling account, with a single valid token. */
const starling: Reply = ({ headers, url = "" }) => {
  if (headers.authorization !== "Bearer the-token-of-ada") return undefined;
  if (url.endsWith("/balance"))
    return { clearedBalance: { minorUnits: 123_456 }, effectiveBalance: { minorUnits: 120_000 } };
  return url.includes("/feed/") ? { feedItems: [] } : { accounts: [ACCOUNT] };
};

/** Opens Link as the whole page at an institution found by name. */
const openAt = async (page: Page, server: Running, name: string, fields: object) => {
  const token = await linkToken(server, { products: ["transactions"], ...fields });
  const query = new URLSearchParams({ isWebview: "true", token });
  const messages = await openWebview(page, `${server.api}/link.html?${query}`);
  await page.getByTestId("institution-search").fill(name);
  await page
    .getByRole("button", { name: new RegExp(name) })
    .first()
    .press("Enter");
  return messages;
};

/** Adds an institution by its description, and waits until the server lists it. */
const add = async (server: Running, file: string, name: string, country: string) => {
  await command(server.folder, ["institutions", "add", file]);
  const query = { query: name, products: null, country_codes: [country] };
  const found = async () => (await call(server, "/institutions/search", query)).institutions;
  await expect.poll(found).toMatchObject([{ name: expect.stringContaining(name) }]);
};

const finish = async (page: Page, server: Running, messages: () => WebviewMessage[]) => {
  await expect(page.getByRole("checkbox", { checked: true })).toHaveCount(1);
  await page.getByTestId("submit").press("Enter");
  await page.getByTestId("finish").press("Enter");
  await expect.poll(() => messages().at(-1)?.type).toBe("connected");
  const { accessToken } = await exchange(server, messages().at(-1)?.public_token);
  return call(server, "/accounts/get", { access_token: accessToken });
};

test("a user types the token of their own bank by keyboard, after a wrong one", async ({
  page,
  own,
}) => {
  await using bank = await mock(starling);
  const description = readFileSync("banks/starling.json", "utf8");
  const file = join(own.folder, "starling.json");
  writeFileSync(file, description.replace("https://api.starlingbank.com", bank.origin));
  await add(own, file, "Starling", "GB");
  const messages = await openAt(page, own, "Starling", { country_codes: ["GB"] });
  await page.getByTestId("agree").press("Enter");
  await expect(page.getByText("make a personal access token")).toBeVisible();
  await expectNoFault(page);
  const token = page.getByTestId("credential-token");
  await token.fill("wrong");
  await token.press("Enter");
  await expect(page.getByRole("alert")).toContainText("did not match");
  await token.fill("the-token-of-ada");
  await token.press("Enter");
  expect(await finish(page, own, messages)).toMatchObject({
    accounts: [{ name: "Personal", balances: { current: 1234.56 } }],
  });
  expect(own.logged()).not.toContain("the-token-of-ada");
});

test("a user whose bank is reached by two ways is asked for one, and takes the token by keyboard", async ({
  page,
  own,
}) => {
  await using bank = await mock(starling);
  const { publicKey, privateKey } = generateKeyPairSync("rsa", {
    modulusLength: 2048,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  });
  const aggregator = await startAggregator({
    applications: [
      {
        ...{ id: "app-1", publicKey, environment: "SANDBOX" },
        redirectUrls: [`${own.api}/oauth/return`],
      },
    ],
    banks: [{ name: "Starling Bank", country: "GB", accounts: [] }],
  });
  await using _ = { [Symbol.asyncDispose]: () => aggregator.close() };
  const [file, key] = [join(own.folder, "starling.json"), join(own.folder, "app.pem")];
  const description = readFileSync("banks/starling.json", "utf8");
  writeFileSync(file, description.replace("https://api.starlingbank.com", bank.origin));
  writeFileSync(key, privateKey);
  await add(own, file, "Starling", "GB");
  // The server reads the settings together with the banks added later.
  await command(own.folder, ["institutions", "ways", "--ask"]);
  await command(own.folder, [
    ...["institutions", "aggregators", "add", "enable-banking", "--application-id", "app-1"],
    ...["--key", key, "--address", aggregator.address],
  ]);
  const query = { query: "Starling", products: null, country_codes: ["GB"] };
  const found = async () => (await call(own, "/institutions/search", query)).institutions;
  await expect.poll(found).toHaveLength(2);
  const messages = await openAt(page, own, "Starling", { country_codes: ["GB"] });
  await expect(page.getByRole("heading", { name: /How do you want to connect/ })).toBeFocused();
  await expectNoFault(page);
  await page.getByRole("button", { name: /token/i }).press("Enter");
  await page.getByTestId("agree").press("Enter");
  await page.getByTestId("credential-token").fill("the-token-of-ada");
  await page.keyboard.press("Enter");
  expect(await finish(page, own, messages)).toMatchObject({ accounts: [{ name: "Personal" }] });
});

test("a user pastes a SimpleFIN setup token in French on a phone", async ({ page, own }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await using bridge = await mock(({ url = "" }, origin) =>
    url.startsWith("/claim/")
      ? `${origin.replace("//", "//ada:word@")}/sf`
      : { accounts: [{ id: "1", name: "Savings", currency: "USD", balance: "7.50" }] },
  );
  await add(own, "simplefin", "SimpleFIN", "US");
  const messages = await openAt(page, own, "SimpleFIN", { language: "fr" });
  await expect(page.getByText("Il ne sert qu’une fois")).toBeVisible();
  await expectNoFault(page);
  const field = page.getByLabel("Jeton de configuration", { exact: true });
  await field.fill("bonjour");
  await field.press("Enter");
  await expect(page.getByRole("alert")).toBeVisible();
  await field.fill(Buffer.from(`${bridge.origin}/claim/1`).toString("base64"));
  await field.press("Enter");
  expect(await finish(page, own, messages)).toMatchObject({
    accounts: [{ name: "Savings", subtype: "savings", balances: { current: 7.5 } }],
  });
});
