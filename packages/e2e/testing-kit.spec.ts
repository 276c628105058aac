import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect } from "@playwright/test";
import { chromiumPath } from "../../e2e/support/chromium.ts";
import { freePorts } from "../../src/testing/free-ports.ts";
import { run } from "./install.ts";
import { test } from "./test.ts";

/**
 * The programs that drive a browser in a separate project, and print the received public tokens.
 */
const DRIVERS: Record<string, (browser: string) => string> = {
  puppeteer: (browser) => `
    import puppeteer from "puppeteer-core";
    const started = await puppeteer.launch({ executablePath: ${browser}, args: ARGS });
    const page = await started.newPage();
    const go = (url) => page.goto(url);
    const read = (script) => page.evaluate(script);
    const quit = () => started.close();`,
  "selenium-webdriver": (browser) => `
    import { Builder } from "selenium-webdriver";
    import { Options, ServiceBuilder } from "selenium-webdriver/chrome.js";
    const options = new Options().addArguments("--headless=new", ...ARGS);
    options.setBinaryPath(${browser});
    const page = await new Builder().forBrowser("chrome").setChromeOptions(options)
      .setChromeService(new ServiceBuilder("/usr/bin/chromedriver")).build();
    const go = (url) => page.get(url);
    const read = (script) => page.executeScript("return " + script);
    const quit = () => page.quit();`,
};

const ARGS = `const ARGS = ["--no-sandbox", "--disable-gpu", "--no-first-run"];`;

/** Links accounts through the kit in each way, with a separate service. */
const PROGRAM = `
import { createServer } from "node:http";
import { linkAccount, receiveWebhooks, startService } from "service-link/testing";
DRIVER
await using service = await startService({ now: "2026-01-15T12:00:00Z" });
await using webhooks = await receiveWebhooks();
const site = createServer(async (_, response) => {
  const token = await service.createLinkToken({ webhook: webhooks.url });
  response.setHeader("content-type", "text/html");
  response.end(PAGE.replace("TOKEN", token).replace("ORIGIN", service.url));
});
await new Promise((done) => site.listen(0, "localhost", done));
const PAGE = \`<!doctype html><button id="connect">Connect</button><script src="ORIGIN/link.js"></script>
<script>const link = Service.create({ token: "TOKEN", onSuccess: (token) => { window.token = token } });
document.querySelector("#connect").onclick = () => link.open()</script>\`;
for (const options of [{ mfa: "device" }, { mfa: "questions" }, { institution: "ins_127287" }]) {
  await go("http://localhost:" + site.address().port);
  await linkAccount(page, { open: "#connect", ...options });
  const public_token = await read("window.token");
  await webhooks.next({ webhook_code: "ITEM_ADD_RESULT", public_token });
  const { item_id } = await service.call("/item/public_token/exchange", { public_token });
  console.log(item_id ? "linked" : "not linked");
}
await go("http://localhost:" + site.address().port);
const refusal = await linkAccount(page, { open: "#connect", password: "pass_bad" }).catch(String);
console.log(refusal);
site.closeAllConnections();
site.close();
await quit();
`;

for (const [name, driver] of Object.entries(DRIVERS))
  test(`the kit links accounts in a browser that ${name} drives`, ({ project }) => {
    const source = PROGRAM.replace("DRIVER", ARGS + driver(JSON.stringify(chromiumPath())));
    const output = run(project.folder, [process.execPath, "--input-type=module", "--eval", source]);
    expect(output.split("\n").slice(0, 4)).toEqual([
      "linked",
      "linked",
      "linked",
      'LinkAccountError: linkAccount: Link refused in "Sign in to First Platypus Bank": Those details did not match. Please check them.',
    ]);
  });

/** A project's own tests by the kit's fixtures. */
const FILES: Record<string, string> = {
  "unit/service.test.ts": `
    import { expect } from "vitest";
    import { test } from "service-link/testing/vitest";
    test("a webhook arrives", async ({ service, webhooks }) => {
      const { itemId } = await service.linkItem({ webhook: webhooks.url });
      await webhooks.next({ webhook_code: "INITIAL_UPDATE", item_id: itemId });
    });
    test("the service is new", async ({ service }) => {
      const { institutions } = await service.call("/institutions/get", { count: 1, offset: 0, country_codes: ["US"] });
      expect(institutions).toHaveLength(1);
      expect(await service.reset()).toBe(undefined);
    });`,
  "e2e/link.spec.ts": `
    import { createServer } from "node:http";
    import { expect } from "@playwright/test";
    import { test } from "service-link/testing/playwright";
    test("an account is linked", async ({ page, service, linkAccount, webhooks }) => {
      const token = await service.createLinkToken({ webhook: webhooks.url });
      await page.setContent(\`<button>Connect</button><script src="\${service.url}/link.js"></script>\`);
      const site = createServer((_, response) => {
        response.setHeader("content-type", "text/html");
        response.end(\`<button>Connect</button><script src="\${service.url}/link.js"></script><script>
          const link = Service.create({ token: "\${token}", onSuccess() {} });
          document.querySelector("button").onclick = () => link.open();</script>\`);
      }).listen(0);
      await page.goto("http://localhost:" + site.address().port);
      await linkAccount({ open: "button", mfa: "selections", accounts: 1 });
      const { json } = await webhooks.next({ webhook_code: "ITEM_ADD_RESULT" });
      const { access_token } = await service.call("/item/public_token/exchange", { public_token: json.public_token });
      const { accounts } = await service.call("/accounts/get", { access_token });
      expect(accounts).toHaveLength(1);
      site.close();
    });`,
  "playwright.config.ts": `
    import { defineConfig } from "@playwright/test";
    export default defineConfig({ testDir: "e2e", timeout: 120_000, use: {
      launchOptions: { executablePath: ${JSON.stringify(chromiumPath())}, args: ["--no-sandbox", "--disable-gpu"] } } });`,
  "jest/service.test.js": `
    const { receiveWebhooks, startService } = require("service-link/testing");
    test("an Item is linked, and a webhook arrives", async () => {
      const service = await startService();
      const webhooks = await receiveWebhooks();
      const { accessToken, itemId } = await service.linkItem({ webhook: webhooks.url });
      await webhooks.next({ webhook_code: "INITIAL_UPDATE", item_id: itemId });
      const { added } = await service.call("/transactions/sync", { access_token: accessToken });
      expect(added.length).toBeGreaterThan(0);
      await webhooks.close();
      await service.stop();
    });`,
  "jest.config.json": `{ "roots": ["<rootDir>/jest"], "testTimeout": 120000 }`,
  "vitest.config.mts": `export default { test: { include: ["unit/*.test.ts"], testTimeout: 120_000 } };`,
};

test("the fixtures of Playwright and Vitest give a project's tests a service, and Jest starts one", ({
  project,
}) => {
  for (const [name, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(project.folder, name)), { recursive: true });
    writeFileSync(join(project.folder, name), text);
  }
  expect(run(project.folder, ["vitest", "run"])).toContain("2 passed");
  expect(run(project.folder, ["playwright", "test"])).toContain("1 passed");
  const jest = ["jest", "--config", "jest.config.json"];
  run(project.folder, jest, { NODE_OPTIONS: "--experimental-vm-modules" });
  expect(() => run(project.folder, jest)).toThrow(
    "Jest needs NODE_OPTIONS=--experimental-vm-modules",
  );
});

/** The documentation page's JavaScript blocks without a browser, each selected by a text in it. */
const block = (containing: string): string => {
  const page = readFileSync(join(import.meta.dirname, "../../docs/testing.md"), "utf8");
  const blocks = [...page.matchAll(/^```js\n(.*?)^```/gms)].map(([, text = ""]) => text);
  return blocks.find((text) => text.includes(containing)) ?? `no block has ${containing}`;
};

test("the blocks of docs/testing.md run unchanged", async ({ project }) => {
  const output = (source: string) =>
    run(project.folder, [process.execPath, "--input-type=module", "--eval", source], {
      // The compile cache of a checkout's commands is disabled.
      NODE_COMPILE_CACHE: "",
    });
  expect(output(block("added[0]"))).toMatch(/^\d{4}-\d\d-\d\d \S.* -?[\d.]+\n$/);
  expect(output(block("clock.advance"))).toMatch(/^\d+ ITEM_LOGIN_REQUIRED\n$/);
  expect(output(block("createFakeLink"))).toMatch(/^public-sandbox-1 /);
  const before = `import { startService } from "service-link/testing"; const service = await startService();`;
  const after = `console.log(json.webhook_code, Object.keys(forged.headers)[1]);
    await webhooks.close(); await service.stop();`;
  expect(output(before + block("receiveWebhooks") + after)).toBe(
    "INITIAL_UPDATE service-verification\n",
  );
  // The next process starts by compiled code.
  const cache = "node_modules/@service-link/server/node_modules/.cache/service-link";
  expect(readdirSync(join(project.folder, cache))).not.toEqual([]);
  mkdirSync(join(project.folder, "e2e"), { recursive: true });
  writeFileSync(
    join(project.folder, "e2e/link.spec.mjs"),
    // The documentation's port may be taken.
    block("service-link/testing/playwright").replaceAll("3000", `${(await freePorts(1))[0]}`),
  );
  writeFileSync(
    join(project.folder, "playwright.config.ts"),
    FILES["playwright.config.ts"] ?? "no config",
  );
  expect(run(project.folder, ["playwright", "test", "link.spec.mjs"])).toContain("1 passed");
});
