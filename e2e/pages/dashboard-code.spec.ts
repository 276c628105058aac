import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Page } from "@playwright/test";
import { linkAccount } from "../../src/testing/kit/link-account.ts";
import { call, exchange } from "../support/api.ts";
import { linkIn } from "../support/link.ts";
import { reactSite, siteOf } from "../support/react-site.ts";
import { expect, test } from "../support/test.ts";

/** Characters that would end a string, a script or an argument without escaping. */
const CLIENT_NAME = 'Bob\'s "x" </script> $HOME $1 `id` \\ \\n %s &lt; متجر 🏦';
const WEBHOOK = "http://localhost:9/hook?a='b'&c=$HOME&d=`id`";
const LEGAL_NAME = "Zoë O'Neil <!-- <script> \\\"$(id)\\\" \\u0041 !! '; id; '";
const EMAIL_ADDRESS = "o'neil+1@example.com";

test("the code that the Dashboard shows runs unchanged for any input in the form", async ({
  page,
  server,
}) => {
  await page.goto(`${server.api}/dashboard/try`);
  await page.getByLabel("client_id").fill(server.clientId);
  await page.getByLabel("secret").fill(server.secret);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByLabel("Opened with").selectOption("The public_key of the client");
  await page.getByLabel("Your name, as users read it").fill(CLIENT_NAME);
  await page.getByLabel("GB").check();
  await page.getByLabel("Theme").selectOption("dark");
  await page.getByLabel("Account selection").selectOption("several");
  await page.getByLabel("Webhook").fill(WEBHOOK);
  await page.getByLabel("The user's name, for small deposits").fill(LEGAL_NAME);
  await page.getByLabel("The user's email, for small deposits").fill(EMAIL_ADDRESS);
  const fetchCode = async (kind: string): Promise<string> => {
    await page.getByRole("button", { name: kind, exact: true }).click();
    return page.getByRole("region", { name: "The code for it" }).locator("pre").innerText();
  };
  const [html, react, curl] = [
    await fetchCode("HTML"),
    await fetchCode("React"),
    await fetchCode("curl"),
  ];
  expect(`${html}${react}${curl}`).not.toContain(server.secret);

  const link_token = await test.step("curl makes a link token", async () => {
    const command = curl.replace("YOUR_SECRET", server.secret);
    const { stdout } = await promisify(execFile)("bash", ["-c", `${command} -sS`]);
    const answer = JSON.parse(stdout);
    expect(answer).toHaveProperty("link_token");
    const { metadata } = await call(server, "/link/token/get", { link_token: answer.link_token });
    expect(metadata).toMatchObject({
      client_name: CLIENT_NAME,
      country_codes: ["US", "GB"],
      webhook: WEBHOOK,
    });
    return String(answer.link_token);
  });
  await page.getByLabel("Opened with").selectOption("A token that you have");
  await page.getByLabel("Link token, or public token").fill(link_token);
  const htmlWithToken = await fetchCode("HTML");

  const visitor = await page.context().newPage();
  await test.step("HTML connects an account", async () => {
    await using site = await siteOf({ "/": html });
    await exchange(server, await connect(visitor, site.address));
  });
  await test.step("HTML with the link token connects an account", async () => {
    await using site = await siteOf({ "/": htmlWithToken });
    await exchange(server, await connect(visitor, site.address));
  });
  await test.step("React connects an account", async () => {
    await using site = await reactSite(react);
    await exchange(server, await connect(visitor, site.address));
  });
});

/** Goes through Link; returns the public token that the page logs. */
async function connect(page: Page, address: string): Promise<string> {
  const logged = page.waitForEvent("console", (message) => /^public-sandbox-/.test(message.text()));
  await page.goto(address);
  await page.getByRole("button", { name: "Connect a bank" }).click();
  const link = linkIn(page);
  await expect(link.getByText(CLIENT_NAME, { exact: true })).toBeVisible();
  await linkAccount(page, { accounts: 1 });
  return (await logged).text().split(" ")[0] ?? "";
}
