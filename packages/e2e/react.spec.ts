import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { addressIn, connect } from "./connect.ts";
import { install, newFolder, run, start } from "./install.ts";
import { test } from "./test.ts";

test.describe("a React app", () => {
  let app: ReturnType<typeof newFolder>;
  test.beforeAll(({ server: { printed } }) => {
    app = newFolder("react");
    const env = { VITE_LINK_ORIGIN: printed("API"), VITE_LINK_KEY: printed("public_key") };
    writeFileSync(
      join(app.folder, ".env"),
      Object.entries(env)
        .map((pair) => pair.join("="))
        .join("\n"),
    );
    install(app.folder, "service-link");
  });
  test.afterAll(() => app.remove());

  test("compiles with every file checked, and links an account as built", async ({ page }) => {
    run(app.folder, ["tsc", "--skipLibCheck", "false"]);
    run(app.folder, ["npm", "run", "build"]);
    const site = await start(
      app.folder,
      ["vite", "preview", "--host", "127.0.0.1", "--port", "0"],
      /http:\S+/,
    );
    await connect(page, addressIn(site.printed));
    await expect(page.getByRole("status")).toHaveText("Connected: First Platypus Bank");
    await site.stop();
  });

  test("StrictMode, which runs each effect twice, leaves one frame", async ({ page }) => {
    const site = await start(
      app.folder,
      ["vite", "--host", "127.0.0.1", "--port", "0"],
      /http:\S+/,
    );
    expect(await connect(page, addressIn(site.printed))).toBe(1);
    await expect(page.getByRole("status")).toContainText("Connected");
    await site.stop();
  });
});

test.describe("a Next.js app", () => {
  let app: ReturnType<typeof newFolder>;
  test.beforeAll(({ server: { printed } }) => {
    app = newFolder("next");
    writeFileSync(
      join(app.folder, ".env"),
      [
        `LINK_ORIGIN=${printed("API")}`,
        `LINK_CLIENT_ID=${printed("client_id")}`,
        `LINK_SECRET=${printed("secret")}`,
      ].join("\n"),
    );
    // A server component that also imports the package, which must be possible.
    mkdirSync(join(app.folder, "app/import"));
    writeFileSync(
      join(app.folder, "app/import/page.tsx"),
      'import { create } from "service-link";\n' +
        "export default function Page() { return <p>create is a {typeof create}</p>; }\n",
    );
    install(app.folder, "service-link", "service-link-node");
  });
  test.afterAll(() => app.remove());

  test("links an account as built, with a token that its server made", async ({ page }) => {
    run(app.folder, ["npm", "run", "build"]);
    expect(existsSync(join(app.folder, ".next"))).toBe(true);
    const site = await start(
      app.folder,
      ["next", "start", "--hostname", "127.0.0.1", "--port", "0"],
      /http:\S+[\s\S]*Ready/,
    );
    const address = addressIn(site.printed);
    await page.goto(`${address}/import`);
    await expect(page.getByText("create is a function")).toBeVisible();
    await connect(page, address);
    await expect(page.getByRole("status")).toHaveText(/^Connected: .+/);
    await site.stop();
  });

  test("StrictMode, which runs each effect twice, leaves one frame", async ({ page }) => {
    const site = await start(
      app.folder,
      ["next", "dev", "--hostname", "127.0.0.1", "--port", "0"],
      /http:\S+[\s\S]*Ready/,
    );
    expect(await connect(page, addressIn(site.printed))).toBe(1);
    await expect(page.getByRole("status")).toHaveText(/^Connected: .+/);
    await site.stop();
  });
});
