import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "../support/test.ts";

/** A page with a sandboxed nested page. All inner frames inherit the sandbox. */
const startOuter = async (inner: string) => {
  const http = createServer((_, response) => {
    response.setHeader("content-type", "text/html");
    response.end(
      `<!doctype html><iframe name="inner" sandbox="allow-scripts allow-same-origin" ` +
        `style="width:100%;height:700px" src="${inner.replaceAll("&", "&amp;")}"></iframe>`,
    );
  });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  const { port } = http.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => {
      http.close();
      http.closeAllConnections();
    },
  };
};

test("a page in a sandbox without allow-forms connects an account, by pointer and by Enter", async ({
  page,
  host,
}) => {
  const outer = await startOuter(host.url());
  // By then Link handles Enter even if the browser submits no form.
  const isAllThere = page.waitForRequest("**/bridge/institutions/index*");
  await page.goto(outer.url);
  const inner = page.frameLocator('iframe[name="inner"]');
  const link = inner.frameLocator('iframe[name="service-link"]');
  await inner.getByRole("button", { name: "Connect" }).click();
  await link.getByTestId("institution-search").fill("first plat");
  await expect(link.locator("li .row")).toHaveCount(1);
  await isAllThere;
  await link.getByTestId("institution-search").press("Enter");
  const username = link.getByTestId("credential-username");
  await username.press("Enter");
  await expect(username).toHaveAttribute("aria-invalid", "true");
  await username.fill("user_good");
  await link.getByTestId("credential-password").fill("pass_good");
  await link.getByTestId("credential-password").press("Enter");
  await link.getByRole("checkbox").first().check();
  await link.getByTestId("submit").click();
  await link.getByTestId("finish").click();
  const callbacks = () => inner.locator("body").evaluate(() => Reflect.get(window, "called"));
  const names = async () =>
    ((await callbacks()) as [string, unknown][]).map(([name, first]) =>
      name === "onEvent" ? first : name,
    );
  await expect.poll(names).toContain("onSuccess");
  expect((await names()).filter((name) => name === "SUBMIT_CREDENTIALS")).toHaveLength(1);
  outer.close();
});
