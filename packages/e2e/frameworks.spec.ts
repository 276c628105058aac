import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, type Page } from "@playwright/test";
import { addressIn, connect } from "./connect.ts";
import { install, newFolder, run, start } from "./install.ts";
import { test } from "./test.ts";

let app: ReturnType<typeof newFolder>;
let site: Awaited<ReturnType<typeof start>>;

// All pages share an installation, a build, a server and a policy.
test.beforeAll(async ({ server: { printed } }) => {
  app = newFolder("frameworks");
  writeFileSync(
    join(app.folder, ".env"),
    `LINK_ORIGIN=${printed("API")}\nLINK_CLIENT_ID=${printed("client_id")}\nLINK_SECRET=${printed("secret")}\n`,
  );
  install(app.folder, "service-link", "service-link-node");
  run(app.folder, ["npm", "run", "build"]);
  const preview = ["vite", "preview", "--host", "127.0.0.1", "--port", "0"];
  site = await start(app.folder, preview, /http:\S+/);
});
test.afterAll(async () => {
  await site.stop();
  app.remove();
});

/** Records each refusal of the page's policy. */
const watchPolicy = async (page: Page): Promise<string[]> => {
  const violations: string[] = [];
  await page.exposeFunction("report", (directive: string) => void violations.push(directive));
  await page.addInitScript(() =>
    addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI }) =>
      Reflect.get(window, "report")(`${effectiveDirective} ${blockedURI}`),
    ),
  );
  return violations;
};

for (const framework of ["preact", "vue", "svelte", "lit", "html"])
  test(`a page with ${framework}, under default-src 'none' and trusted types, connects an account`, async ({
    page,
  }) => {
    const violations = await watchPolicy(page);
    const frames = await connect(page, `${addressIn(site.printed)}/${framework}/`);
    expect(frames).toBe(1);
    await expect(page.getByRole("status")).toHaveText("First Platypus Bank");
    await expect(page.locator('iframe[name="service-link"]')).toHaveCount(0);
    expect(violations).toEqual([]);
  });

test("the same button connects a second account, with a token of its own", async ({ page }) => {
  await connect(page, `${addressIn(site.printed)}/vue/`);
  await expect(page.getByRole("status")).toHaveText("First Platypus Bank");
  const request = page.waitForRequest("**/link-token");
  await page.getByRole("button", { name: "Connect a bank account" }).click();
  await request;
  await expect(page.locator('iframe[name="service-link"]')).toHaveCount(1);
});

test("the server's own script is loaded once under the same policy, by loadLink", async ({
  page,
}) => {
  const violations = await watchPolicy(page);
  await page.goto(`${addressIn(site.printed)}/html/`);
  await page.getByRole("button", { name: "Load Link and connect" }).click();
  await expect(page.locator('iframe[name="service-link"]')).toHaveCount(1);
  await expect(page.locator("script[src$='/link.js']")).toHaveCount(1);
  expect(violations).toEqual([]);
});
