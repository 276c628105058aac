import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { linkAccount } from "../../src/testing/kit/link-account.ts";
import { startHost } from "../support/host.ts";
import { callback, linkIn } from "../support/link.ts";
import { command, dataFolder, serve } from "../support/server.ts";
import { expect, test } from "../support/test.ts";

/** A page with a nested page at a chosen host name. */
const startOuter = async (inner: string) => {
  const http = createServer((_, response) => {
    response.setHeader("content-type", "text/html");
    response.end(
      `<!doctype html><iframe name="inner" style="width:100%;height:700px" src="${inner.replaceAll("&", "&amp;")}"></iframe>`,
    );
  });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  const { port } = http.address() as AddressInfo;
  return {
    url: (hostname: string) => `http://${hostname}:${port}`,
    close: () => {
      http.close();
      http.closeAllConnections();
    },
  };
};

test.describe("a page that is isolated", () => {
  for (const policy of ["require-corp", "credentialless"])
    for (const opener of ["unsafe-none", "same-origin"])
      test(`by COEP ${policy} and COOP ${opener} shows all of Link`, async ({ page, host }) => {
        const headers = {
          "cross-origin-embedder-policy": policy,
          "cross-origin-opener-policy": opener,
        };
        // Isolation requires a secure context, which localhost is without a certificate.
        await page.goto(host.url({ headers, hostname: "shop.localhost" }));
        expect(await page.evaluate(() => crossOriginIsolated)).toBe(opener === "same-origin");
        await linkAccount(page, { open: "button" });
        await callback(page, "onSuccess");
      });
});

test("a page shows Link inside a page of the same client, but not inside a stranger's", async ({
  page,
}) => {
  const { folder, remove } = dataFolder();
  const server = await serve(folder);
  const host = await startHost(server);
  const inner = host.url({ hostname: "shop.test" });
  const outer = await startOuter(inner);
  for (const url of [inner, outer.url("intranet.test")])
    await command(folder, ["keys", "--allow-origin", new URL(url).origin]);
  const open = async (hostname: string) => {
    await page.goto(outer.url(hostname));
    const shop = page.frameLocator("[name=inner]");
    await shop.getByRole("button", { name: "Connect" }).click();
    return shop.frameLocator("[name=service-link]");
  };
  await expect((await open("intranet.test")).getByTestId("institution-search")).toBeVisible();
  const refusal = page.waitForEvent("console", (message) =>
    message.text().includes("frame-ancestors"),
  );
  await expect((await open("stranger.test")).getByTestId("institution-search")).toBeHidden();
  await refusal;
  outer.close();
  await host.close();
  await server.stop();
  remove();
});

test("Link's address opened in a tab explains what Link is", async ({ page, server, host }) => {
  for (const query of ["", "?key=unknown", `?origin=${new URL(host.url()).origin}&product=auth`]) {
    await page.goto(`${server.api}/link.html${query}`);
    await expect(page.getByRole("heading", { name: "This is Link" })).toBeVisible();
    await expect(page.getByRole("link", { name: "the reference" })).toHaveAttribute(
      "href",
      "/docs",
    );
  }
  await page.goto(host.url());
  await expect(linkIn(page).locator("html")).toHaveAttribute("lang", "en");
});
