import { showPage } from "./support/bare-page.ts";
import { linkIn } from "./support/link.ts";
import { expect, test } from "./support/test.ts";

type File = { path: string; integrity: string };

for (const isGenuine of [true, false])
  test(`under Integrity-Policy the second file loads ${isGenuine ? "with" : "only with"} its own integrity`, async ({
    page,
    server,
  }) => {
    const response = await fetch(`${server.api}/link/versions.json`);
    const [newest] = ((await response.json()) as { versions: (File & { embedded: File })[] })
      .versions;
    if (!newest) throw new Error("no version is listed");
    const { path, integrity } = newest.embedded;
    if (!isGenuine) await page.clock.install();
    if (!isGenuine) {
      const genuine = await page.request.get(server.api + path);
      const body = `${await genuine.text()};self.wasChanged = true`;
      await page.route(`**${path}`, (route) => route.fulfill({ response: genuine, body }));
    }
    await showPage(page, {
      html: `<title>Shop</title><link rel="modulepreload" href="${server.api}${path}" integrity="${integrity}" crossorigin><script src="${server.api}${newest.path}" integrity="${newest.integrity}" crossorigin></script><div id="bank"></div>`,
      headers: {
        "content-security-policy": `default-src 'none'; script-src ${server.api}; frame-src ${server.api}`,
        "integrity-policy": "blocked-destinations=(script)",
      },
    });
    await page.evaluate((key) => {
      Reflect.get(window, "Service").createEmbedded(
        {
          clientName: "Corner Shop",
          product: ["auth"],
          key,
          env: "sandbox",
          onSuccess: () => undefined,
          onExit: (error) => Object.assign(window, { code: error?.error_code }),
        },
        document.getElementById("bank") as Element,
      );
    }, server.publicKey);
    if (isGenuine) await expect(linkIn(page).getByTestId("institution-search")).toBeVisible();
    else {
      await page.clock.fastForward(16_000);
      await page.waitForFunction(() => Reflect.get(window, "code") === "LINK_UNREACHABLE");
    }
    expect(await page.evaluate("self.wasChanged")).toBeUndefined();
  });
