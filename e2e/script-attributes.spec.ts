import type { Page } from "@playwright/test";
import { linkToken } from "./support/api.ts";
import { showPage } from "./support/bare-page.ts";
import { showEmbedded } from "./support/embedded.ts";
import { linkIn, signIn } from "./support/link.ts";
import { expect, test } from "./support/test.ts";

const FORM =
  '<main><h1>Corner Shop</h1><form action="/connected"><input name="order" value="7"><button id="connect">Connect</button><div id="here"></div></form></main>';

const finish = async (page: Parameters<typeof linkIn>[0]): Promise<void> => {
  const link = linkIn(page);
  await link.getByRole("checkbox").first().check();
  await link.getByTestId("submit").click();
  await link.getByTestId("finish").click();
};

/** Waits until the button opens Link: the script has then added its window to the page. */
const waitForScript = (page: Page): Promise<void> =>
  expect(page.locator("html > div")).toBeAttached();

for (const [what, attribute] of Object.entries({
  "a button": 'data-button="#connect"',
  "an element": 'data-element="#here"',
}))
  test(`the attributes of the script tag connect ${what}, and submit its form with the public token`, async ({
    page,
    server,
  }) => {
    const token = await linkToken(server);
    const warnings: string[] = [];
    page.on("console", (message) => message.type() === "warning" && warnings.push(message.text()));
    await showEmbedded(page, server, {
      body: FORM,
      attributes: `data-token="${token}" data-theme="dark" data-language="fr" async ${attribute}`,
    });
    if (what === "a button") {
      await waitForScript(page);
      await page.getByRole("button", { name: "Connect" }).click();
    }
    await expect(linkIn(page).locator("html")).toHaveAttribute("data-theme", "dark");
    await signIn(page, /First Platypus/);
    await finish(page);
    await page.waitForURL(/\/connected\?order=7&public_token=public-sandbox-[\w-]+$/);
    expect(warnings).toContain("Link: the token's language, en, counts, and not fr of the page");
  });

test("the page gets an event for each callback, and may keep the form", async ({
  page,
  server,
}) => {
  const token = await linkToken(server);
  await showEmbedded(page, server, {
    body: FORM,
    attributes: `data-token="${token}" data-button="#connect"`,
  });
  await page.evaluate(() => {
    const sent: unknown[] = [];
    Object.assign(window, { sent });
    for (const name of ["success", "exit", "event"])
      document.getElementById("connect")?.addEventListener(name, (event) => {
        event.preventDefault();
        sent.push([name, ...Object.values((event as CustomEvent).detail)]);
      });
  });
  await waitForScript(page);
  const button = page.getByRole("button", { name: "Connect" });
  await expect(async () => {
    await button.click({ timeout: 1000 });
    await expect(linkIn(page).getByTestId("institution-search")).toBeVisible({ timeout: 3000 });
  }).toPass();
  await linkIn(page).getByTestId("close").click();
  await page.waitForFunction(() => Reflect.get(window, "sent").at(-1)[0] === "exit");
  await button.click();
  await signIn(page, /First Platypus/);
  await finish(page);
  await page.waitForFunction(() => Reflect.get(window, "sent").at(-1)[0] === "success");
  expect(await page.evaluate("sent.at(-1)[1]")).toMatch(/^public-sandbox-/);
  expect(await page.evaluate("sent[0].slice(0, 2)")).toEqual(["event", "OPEN"]);
  expect(new URL(page.url()).pathname).toBe("/");
});

for (const [what, attributes, sentence] of [
  ["an empty token", 'data-token data-button="#connect"', "data-token is empty"],
  [
    "no selector",
    'data-token="link-sandbox-1"',
    "data-button, or data-element, must be a selector",
  ],
  [
    "a selector of no element",
    'data-token="link-sandbox-1" data-button="#nothing"',
    "data-button, or data-element, must be a selector",
  ],
  [
    "a broken selector",
    'data-token="link-sandbox-1" data-element="###"',
    "data-button, or data-element, must be a selector",
  ],
] as const)
  test(`${what} in the script tag is one sentence in the console`, async ({ page, server }) => {
    const errors: string[] = [];
    page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
    await showEmbedded(page, server, { body: FORM, attributes });
    await expect.poll(() => errors.join()).toMatch(`Service Link: ${sentence}`);
    expect(errors).toHaveLength(1);
  });

test("a tag without a token loads no second file", async ({ page, server }) => {
  const files: string[] = [];
  page.on("request", (request) => files.push(new URL(request.url()).pathname));
  await showEmbedded(page, server, { body: FORM });
  await page.evaluate("Service.create(config).open()");
  await expect(linkIn(page).getByTestId("institution-search")).toBeVisible();
  expect(files.filter((path) => path.endsWith("embedded.js"))).toEqual([]);
});

test("markup that takes the name of the running script runs no code, and moves Link to no other server", async ({
  page,
  server,
}) => {
  const elsewhere = await page.context().newPage();
  const origin = await showPage(elsewhere, {
    html: "",
    files: { "/embedded.js": "self.wasRun = true; export const embed = () => {};" },
  });
  const requests: string[] = [];
  page.on("request", (request) => requests.push(request.url()));
  await showPage(page, {
    html: `<img name="currentScript" src="${origin}/link.js" data-token="x"><script src="${server.api}/link.js"></script>`,
  });
  await page.evaluate(() => {
    const { create } = Reflect.get(window, "Service");
    create({ token: "link-sandbox-x", onSuccess: () => undefined }).open();
  });
  await expect.poll(() => requests.some((url) => url.includes("/link.html?"))).toBe(true);
  expect(requests.filter((url) => url.startsWith(origin))).toEqual([`${origin}/link.js`]);
});
