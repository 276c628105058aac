import type { Page } from "@playwright/test";
import { expectNoFault } from "../support/accessibility.ts";
import { OPERATOR_PASSWORD } from "../support/brand.ts";
import { expectLoaded } from "../support/dashboard.ts";
import { callback, linkIn, signIn } from "../support/link.ts";
import { reactSite } from "../support/react-site.ts";
import { test as base, expect } from "../support/test.ts";
import { openWebview, storyOf, webviewUrl } from "../support/webview.ts";

const test = base.extend({ server: ({ acmeServer }, use) => use(acmeServer) });

// A single worker, since the start of such a server is slow.
test.describe.configure({ mode: "default" });

/** No other brand may appear. */
const FOREIGN = /service-?link|\bService\b/i;

/** The texts of a view, including attributes. */
const wordsIn = (page: Page) =>
  linkIn(page)
    .locator("#root")
    .evaluate(({ outerHTML }) => `${document.title} ${document.body.innerText} ${outerHTML}`);

test("a user connects through Acme.create, and sees no other brand on the way", async ({
  page,
  host,
}) => {
  const console: string[] = [];
  page.on("console", (message) => console.push(message.text()));
  await page.goto(host.url());
  const names = await page.evaluate(() => {
    const { Acme, Service, handler } = window as unknown as Record<
      "Acme" | "Service" | "handler",
      { create(config: unknown): unknown; destroy(): void }
    >;
    handler.destroy();
    const config = JSON.parse(document.getElementById("config")?.textContent ?? "");
    const onSuccess = (...args: unknown[]) =>
      Reflect.get(window, "called").push(["onSuccess", ...args]);
    Object.assign(window, { handler: Acme.create({ ...config, onSuccess }) });
    return [typeof Acme.create, Acme === Service];
  });
  expect(names).toEqual(["function", true]);
  await page.getByRole("button", { name: "Connect" }).click();
  const foreignNames: string[] = [];
  const link = linkIn(page);
  await link.getByRole("heading", { name: "Select your institution" }).waitFor();
  foreignNames.push(await wordsIn(page));
  await signIn(page, /First Platypus/);
  await link.getByTestId("select-all").waitFor();
  foreignNames.push(await wordsIn(page));
  await link.getByTestId("select-all").click();
  await link.getByTestId("submit").click();
  await link.getByTestId("finish").waitFor();
  foreignNames.push(await wordsIn(page));
  await link.getByTestId("finish").click();
  expect(await callback(page, "onSuccess")).toHaveLength(2);
  expect(foreignNames.join(" ")).not.toMatch(FOREIGN);
  await page.evaluate(() => {
    try {
      Reflect.get(window, "Acme").create({});
    } catch (error) {
      globalThis.console.log(String(error));
    }
  });
  expect(console.at(-1)).toMatch(/^TypeError: Acme\.create: /);
  expect(console.join("\n")).not.toContain("Service");
});

test("a WebView's messages have Acme's scheme", async ({ page, server }) => {
  const navigations = await openWebview(page, webviewUrl(server), "acmelink:");
  await page.getByTestId("close").click();
  await expect.poll(() => storyOf(navigations()).at(-1)).toBe("exit");
});

test("requests have Acme's headers, and the Dashboard and the reference are Acme's", async ({
  page,
  server,
}) => {
  const answer = await page.request.post(`${server.api}/institutions/get_by_id`, {
    headers: {
      "ACME-CLIENT-ID": server.clientId,
      "ACME-SECRET": server.secret,
      "Acme-Version": "2019-05-29",
    },
    data: { institution_id: "ins_109508" },
  });
  expect((await answer.json()).institution).toHaveProperty("input_spec");
  expect(answer.headers()).toMatchObject({ "acme-version": "2019-05-29" });
  await page.goto(`${server.api}/dashboard/settings`);
  await expect(page.locator(".name")).toHaveText("Acme Dashboard");
  await page.getByLabel("client_id").fill(server.clientId);
  await page.getByLabel("secret").fill(server.secret);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByText("Acme-Version").first()).toBeVisible();
  expect(await page.locator("body").innerText()).not.toMatch(/\bService\b/);
  await page.goto(`${server.api}/docs`);
  await expect(page).toHaveTitle("Acme · API reference");
  // Our mark is not a brand's.
  for (const path of ["/docs", "/docs/index", "/dashboard", "/account"]) {
    await page.goto(server.api + path);
    await expect(page.locator(".name").first()).toHaveCSS("background-image", "none");
  }
  await openByCode(page, server.api);
});

/** Opens Link by the Dashboard's React code, in a page with Acme's script. */
async function openByCode(page: Page, api: string): Promise<void> {
  await page.goto(`${api}/dashboard/try`);
  await page.getByLabel("Opened with").selectOption("The public_key of the client");
  await page.getByRole("button", { name: "React", exact: true }).click();
  const code = await page.locator("pre").innerText();
  const [script = ""] = /<script .*<\/script>/.exec(code) ?? [];
  await using site = await reactSite(code, script);
  await page.goto(site.address);
  await page.getByRole("button", { name: "Connect a bank" }).click();
  await expect(linkIn(page).getByTestId("institution-search")).toBeVisible();
}

test("all pages of the operator and of visitors name Acme alone and have no accessibility fault", async ({
  page,
  server,
}) => {
  const fetchWords = async () => {
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expectLoaded(page);
    return page.evaluate(() => `${document.title} ${document.documentElement.outerHTML}`);
  };
  for (const path of ["/", "/account", "/link.html", "/docs", "/docs/changes", "/dashboard"]) {
    await page.goto(`${server.api}${path}`);
    expect(await fetchWords(), path).not.toMatch(FOREIGN);
    await expectNoFault(page);
  }
  await page.getByRole("button", { name: "Use the operator's password" }).click();
  expect(await fetchWords()).not.toMatch(FOREIGN);
  await page.getByLabel("Password").fill(OPERATOR_PASSWORD);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByRole("heading", { name: "Clients", exact: true }).waitFor();
  const pages = page.getByRole("navigation", { name: "Dashboard" }).getByRole("link");
  for (const name of await pages.allInnerTexts()) {
    await pages.getByText(name, { exact: true }).click();
    // The title of a client's settings is the client's name.
    const title = name === "Settings" ? /./ : name;
    await page.getByRole("heading", { level: 1, name: title }).waitFor();
    expect(await fetchWords(), name).not.toMatch(FOREIGN);
    if (name === "White label")
      await expect(page.getByText("The server is called Acme now.")).toBeVisible();
    await expectNoFault(page);
  }
});
