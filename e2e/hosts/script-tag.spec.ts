import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { linkAccount } from "../../src/testing/kit/link-account.ts";
import { showPage } from "../support/bare-page.ts";
import { callback, fetchCalls, linkIn, PASSWORD_LOGIN_EVENTS, story } from "../support/link.ts";
import type { Running } from "../support/server.ts";
import { expect, test } from "../support/test.ts";

type Version = { version: string; path: string; integrity: string };

const fetchVersions = async (server: Running): Promise<Version[]> => {
  const response = await fetch(`${server.api}/link/versions.json`);
  return ((await response.json()) as { versions: Version[] }).versions;
};

const tagOf = (server: Running, { path, integrity }: Omit<Version, "version">, more = "") =>
  `<script src="${server.api}${path}" integrity="${integrity}" crossorigin ${more}></script>`;

/** The script of an earlier build before the first release, with the first protocol. */
const EARLIER = readFileSync(join(import.meta.dirname, "../golden/link-0.0.9.js"), "utf8");

/** Serves the earlier script like a release's script. Returns its address and integrity. */
const serveEarlier = async (page: Page, after = ""): Promise<Omit<Version, "version">> => {
  const body = EARLIER + after;
  const path = "/link/v0.0.9/link.js";
  await page.route(`**${path}`, (route) =>
    route.fulfill({
      body,
      contentType: "text/javascript",
      headers: { "access-control-allow-origin": "*" },
    }),
  );
  const digest = createHash("sha384").update(body).digest("base64");
  return { path, integrity: `sha384-${digest}` };
};

/** Creates a handler by the page's global, as a page's own script does. */
const create = (page: Page, server: Running): Promise<void> =>
  page.evaluate((key) => {
    const called: unknown[] = [];
    const record =
      (name: string) =>
      (...given: unknown[]) =>
        void called.push([name, ...given]);
    const handler = Reflect.get(window, "Service").create({
      clientName: "Corner Shop",
      product: ["auth", "transactions"],
      key,
      env: "sandbox",
      onSuccess: record("onSuccess"),
      onExit: record("onExit"),
      onEvent: record("onEvent"),
    });
    Object.assign(window, { called, handler });
  }, server.publicKey);

test("two versions in the head, async and before a body, with integrity under Integrity-Policy and CSP, leave one global", async ({
  page,
  server,
}) => {
  const [newest] = await fetchVersions(server);
  if (!newest) throw new Error("no version is listed");
  const other = await serveEarlier(page, ";self.otherIsLoaded=true");
  const stable = { ...newest, path: "/link/stable/link.js" };
  const head = [
    tagOf(server, newest, "async"),
    tagOf(server, stable, "async"),
    tagOf(server, other, "async"),
    `<script src="${server.api}/link.js?blocked" async></script>`,
  ].join("");
  const blocked = page.waitForEvent("requestfailed", (request) =>
    request.url().includes("?blocked"),
  );
  await showPage(page, {
    html: `<html lang="en"><head><title>Shop</title>${head}</head></html>`,
    headers: {
      "content-security-policy": `default-src 'none'; script-src ${server.api}; frame-src ${server.api}`,
      "integrity-policy": "blocked-destinations=(script)",
    },
  });
  await blocked;
  await page.waitForFunction(() => Reflect.has(window, "Service"));
  const first = await page.evaluateHandle(() => Reflect.get(window, "Service"));
  await create(page, server);
  await page.evaluate("handler.open()");
  await expect(linkIn(page).getByTestId("institution-search")).toBeVisible();
  expect(await first.evaluate((service) => service === Reflect.get(window, "Service"))).toBe(true);
  expect(await page.evaluate("otherIsLoaded")).toBe(true);
  await page.evaluate("handler.exit({ force: true })");
  await callback(page, "onExit");
});

test("handlers of two versions in one page each link an account, and hear nothing of the other's", async ({
  page,
  server,
}) => {
  const [newest] = await fetchVersions(server);
  if (!newest) throw new Error("no version is listed");
  const earlier = await serveEarlier(page);
  await showPage(page, { html: `<title>Shop</title>${tagOf(server, earlier)}<h1>Shop</h1>` });
  await create(page, server);
  // A page that removes the global gets the second script's own global.
  await page.evaluate(
    async ({ src, integrity }) => {
      const { Service, handler, called } = Object(window);
      Object.assign(window, { earlier: { Service, handler, called } });
      Reflect.deleteProperty(window, "Service");
      await new Promise((resolve) => {
        const script = document.createElement("script");
        document.head.append(
          Object.assign(script, { src, integrity, crossOrigin: "", onload: resolve }),
        );
      });
    },
    newest && { src: server.api + newest.path, integrity: newest.integrity },
  );
  expect(await page.evaluate("Service === earlier.Service")).toBe(false);
  await create(page, server);
  const ofBoth = async () => [
    await page.evaluate("earlier.called.length"),
    (await fetchCalls(page)).length,
  ];

  await page.evaluate("handler.open()");
  await linkAccount(page);
  const [newToken] = await callback(page, "onSuccess");
  expect(await ofBoth()).toEqual([0, PASSWORD_LOGIN_EVENTS.length + 1]);
  await page.evaluate("handler.destroy(), earlier.handler.open()");
  await linkAccount(page);
  await page.waitForFunction(() => Object(window).earlier.called.at(-1)[0] === "onSuccess");
  const earlierToken = await page.evaluate("earlier.called.at(-1)[1]");
  expect([newToken, earlierToken].map((token) => String(token).slice(0, 15))).toEqual([
    "public-sandbox-",
    "public-sandbox-",
  ]);
  expect(newToken).not.toBe(earlierToken);
  expect(await ofBoth()).toEqual([
    PASSWORD_LOGIN_EVENTS.length + 1,
    PASSWORD_LOGIN_EVENTS.length + 1,
  ]);
});

for (const name of ["oldest script that is served", "script of an earlier build"])
  test(`the ${name} links an Item in the newest frame`, async ({ page, server }) => {
    const script = name.startsWith("oldest")
      ? (await fetchVersions(server)).at(-1)
      : await serveEarlier(page);
    if (!script) throw new Error("no version is listed");
    await showPage(page, { html: `<title>Shop</title>${tagOf(server, script)}<h1>Shop</h1>` });
    await create(page, server);
    await page.evaluate("handler.open()");
    await linkAccount(page, { accounts: 1 });
    const [publicToken] = await callback(page, "onSuccess");
    expect(publicToken).toMatch(/^public-sandbox-/);
    expect(await story(page)).toEqual([...PASSWORD_LOGIN_EVENTS, "onSuccess"]);
  });
