import { createHash } from "node:crypto";
import type { Page } from "@playwright/test";
import { showPage } from "./support/bare-page.ts";
import { callback, linkIn, PASSWORD_LOGIN_EVENTS, signIn, story } from "./support/link.ts";
import type { Running } from "./support/server.ts";
import { expect, test } from "./support/test.ts";

type Version = { version: string; path: string; integrity: string };

const versionsOf = async (server: Running): Promise<Version[]> => {
  const response = await fetch(`${server.api}/link/versions.json`);
  return ((await response.json()) as { versions: Version[] }).versions;
};

const tagOf = (server: Running, { path, integrity }: Omit<Version, "version">, more = "") =>
  `<script src="${server.api}${path}" integrity="${integrity}" crossorigin ${more}></script>`;

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
  const [newest] = await versionsOf(server);
  if (!newest) throw new Error("no version is listed");
  const source = await fetch(server.api + newest.path);
  const body = `${await source.text()};self.otherIsLoaded=true`;
  const digest = createHash("sha256").update(body).digest("base64");
  const other = { path: "/link/v0.0.9/link.js", integrity: `sha256-${digest}` };
  await page.route(`**${other.path}`, (route) =>
    route.fulfill({
      body,
      contentType: "text/javascript",
      headers: { "access-control-allow-origin": "*" },
    }),
  );
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

test("the oldest script that is served links an Item in the newest frame", async ({
  page,
  server,
}) => {
  const oldest = (await versionsOf(server)).at(-1);
  if (!oldest) throw new Error("no version is listed");
  await showPage(page, { html: `<title>Shop</title>${tagOf(server, oldest)}<h1>Shop</h1>` });
  await create(page, server);
  await page.evaluate("handler.open()");
  await signIn(page, /First Platypus/);
  const link = linkIn(page);
  await link.getByRole("checkbox").first().check();
  await link.getByTestId("submit").click();
  await link.getByTestId("finish").click();
  const [publicToken] = await callback(page, "onSuccess");
  expect(publicToken).toMatch(/^public-sandbox-/);
  expect(await story(page)).toEqual([...PASSWORD_LOGIN_EVENTS, "onSuccess"]);
});
