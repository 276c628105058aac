import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { startHost } from "./support/host.ts";
import { callback, dismiss, fetchCalls, linkIn, open, story } from "./support/link.ts";
import { command, dataFolder, serve } from "./support/server.ts";
import { expect, test } from "./support/test.ts";

test.describe("refusals", () => {
  test("a wrong configuration throws at once, with all its faults", async ({ page, host }) => {
    await page.goto(host.url({ config: { clientName: null, product: "auth", onSuccess: 1 } }));
    const [[name, type, message] = []] = await fetchCalls(page);
    expect([name, type]).toEqual(["threw", "TypeError"]);
    for (const field of ["clientName", "product", "onSuccess"]) expect(message).toContain(field);
  });

  for (const [what, config, code] of [
    ["an unknown key", { key: "nobody's" }, "INVALID_PUBLIC_KEY"],
    ["an unknown product", { product: ["magic"] }, "INVALID_CONFIGURATION"],
  ] as const)
    test(`a session with ${what} is refused in onExit, and in the console`, async ({
      page,
      host,
    }) => {
      const console: string[] = [];
      page.on("console", (message) => console.push(`${message.type()}: ${message.text()}`));
      await page.goto(host.url({ config }));
      await open(page);
      await expect(page.getByText("Accounts cannot be connected right now.")).toBeVisible();
      await expect(page.getByText("Please start again.")).toBeVisible();
      await expect(page.getByText(code)).toBeVisible();
      await expect(page.getByRole("button", { name: "Try again" })).toBeHidden();
      expect(await story(page)).not.toContain("onExit");
      await dismiss(page);
      const [error] = await callback(page, "onExit");
      expect(error).toMatchObject({ error_code: code });
      const message = Reflect.get(Object(error), "error_message");
      // The console's lines: logged at Link's opening, or at its preparation if the reason was
      // known.
      const lines = () => console.filter((line) => line.startsWith("error: Service Link"));
      await expect.poll(() => [...new Set(lines())]).toEqual([`error: Service Link: ${message}`]);
      expect(lines().length).toBeLessThanOrEqual(2);
      await expect(page.getByRole("dialog")).toBeHidden();
    });

  test("an origin is refused in onExit until it is registered", async ({ page }) => {
    const { folder, remove } = dataFolder();
    const server = await serve(folder);
    const host = await startHost(server);
    const url = host.url({ hostname: "shop.test" });
    await page.goto(url);
    await open(page);
    await dismiss(page);
    const [error] = await callback(page, "onExit");
    expect(error).toMatchObject({ error_type: "INVALID_INPUT", error_code: "INVALID_ORIGIN" });
    expect(await story(page)).toEqual(["onExit"]);
    const { origin } = new URL(url);
    await command(folder, ["keys", "--allow-origin", origin]);
    await page.reload();
    await open(page);
    await expect(linkIn(page).getByTestId("institution-search")).toBeVisible();
    await host.close();
    await server.stop();
    remove();
  });

  test("a page that was opened from a file is refused in onExit at once", async ({
    page,
    server,
  }) => {
    const { folder, remove } = dataFolder();
    const file = join(folder, "page.html");
    const config = `{clientName:"Shop",product:["auth"],key:"${server.publicKey}",env:"sandbox",
      onSuccess(){},onExit:(...given)=>called.push(["onExit",...given])}`;
    writeFileSync(
      file,
      `<button>Connect</button><script>var called=[]</script><script src="${server.api}/link.js">
      </script><script>const link=Service.create(${config});
      document.querySelector("button").onclick=()=>link.open()</script>`,
    );
    await page.goto(`file://${file}`);
    await page.getByRole("button", { name: "Connect" }).click();
    await dismiss(page);
    const [error] = await callback(page, "onExit");
    expect(error).toMatchObject({ error_code: "INVALID_ORIGIN" });
    remove();
  });

  test("a frame that stays silent ends in onExit after 15 seconds", async ({ page, host }) => {
    const silent = createServer(() => undefined);
    await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
    const link = `http://localhost:${(silent.address() as AddressInfo).port}`;
    await page.clock.install();
    await page.goto(host.url({ link }), { waitUntil: "commit" });
    // The page never finishes loading. Its button appears before its script.
    await expect.poll(() => page.evaluate(() => "handler" in window)).toBe(true);
    await page.getByRole("button", { name: "Connect" }).click({ noWaitAfter: true });
    await expect(page.getByRole("dialog")).toBeVisible();
    // The page's clock went on until here.
    await page.clock.runFor(5_000);
    await expect(page.getByText("One moment…")).toBeVisible();
    await page.clock.runFor(10_000);
    await expect(page.getByRole("button", { name: "Try again" })).toBeFocused();
    expect(await story(page)).toEqual([]);
    await dismiss(page);
    const [error, metadata] = await callback(page, "onExit");
    expect(error).toMatchObject({ error_type: "API_ERROR", error_code: "LINK_UNREACHABLE" });
    expect(metadata).toEqual({
      link_session_id: null,
      request_id: null,
      institution: null,
      status: null,
    });
    silent.closeAllConnections();
    silent.close();
  });
});
