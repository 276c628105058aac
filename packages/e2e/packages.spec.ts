import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, type Page, test } from "@playwright/test";
import { linkAccount } from "../../src/testing/kit/link-account.ts";
import { install, newFolder, run, start } from "./install.ts";

let place: ReturnType<typeof newFolder>;
let server: Awaited<ReturnType<typeof start>>;
const outputOf = (name: string) =>
  new RegExp(`${name}\\s+(\\S+)`).exec(server.printed)?.[1] ?? `no ${name}`;

test.beforeAll(async () => {
  place = newFolder();
  install(place.folder, "service-link-server");
  const serve = ["service-link", "serve", "--port", "0", "--no-demo"];
  server = await start(place.folder, ["npx", ...serve], /Stop with Ctrl\+C/);
});
test.afterAll(async () => {
  await server.stop();
  place.remove();
});

/** Calls the API of the installed server with the keys that it printed. */
const call = async (path: string, body: object) => {
  const response = await fetch(outputOf("API") + path, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "service-client-id": outputOf("client_id"),
      "service-secret": outputOf("secret"),
    },
    body: JSON.stringify(body),
  });
  return { status: response.status, answer: await response.json() };
};

test("the installed server answers its first call", async () => {
  const { status, answer } = await call("/institutions/search", {
    query: "platypus",
    products: ["auth"],
    country_codes: ["US"],
  });
  expect(status, JSON.stringify(answer)).toBe(200);
  expect(answer.institutions[0].name).toContain("Platypus");
});

test("the installed command line helps and finds nothing wrong", () => {
  const command = (...args: string[]) => run(place.folder, ["npx", "service-link", ...args]);
  expect(command("--help")).toContain("Usage: service-link <command>");
  expect(command("serve", "--help")).toContain("Usage: service-link serve");
  expect(command("doctor", "--port", "0")).not.toContain("✗");
});

test("nothing that the server installs is compiled or runs a script, even from the lock file", () => {
  const lock = readFileSync(join(place.folder, "package-lock.json"), "utf8");
  expect(lock).not.toContain("hasInstallScript");
  expect(globSync("**/binding.gyp", { cwd: place.folder })).toEqual([]);
});

/** Goes through Link in a page with a button for it; returns the number of Link's frames. */
const connect = async (page: Page, address: string): Promise<number> => {
  await page.goto(address);
  await page.getByRole("button", { name: "Connect a bank account" }).click();
  await linkAccount(page);
  return page.locator('iframe[name="service-link"]').count();
};

test.describe("a React app", () => {
  let app: ReturnType<typeof newFolder>;
  test.beforeAll(() => {
    app = newFolder("react");
    const env = { VITE_LINK_ORIGIN: outputOf("API"), VITE_LINK_KEY: outputOf("public_key") };
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
  test.beforeAll(() => {
    app = newFolder("next");
    writeFileSync(
      join(app.folder, ".env"),
      [
        `LINK_ORIGIN=${outputOf("API")}`,
        `LINK_CLIENT_ID=${outputOf("client_id")}`,
        `LINK_SECRET=${outputOf("secret")}`,
      ].join("\n"),
    );
    // A server component that imports the package too, to prove that it can.
    mkdirSync(join(app.folder, "app/import"));
    writeFileSync(
      join(app.folder, "app/import/page.tsx"),
      'import { create } from "service-link";\n' +
        "export default function Page() { return <p>create is a {typeof create}</p>; }\n",
    );
    install(app.folder, "service-link");
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

/** The address that a site's command printed, possibly in colour. */
const addressIn = (outputOf: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: that is how a terminal is told colours
  /http:\/\/[\w.:]+/.exec(outputOf.replace(/\x1b\[[\d;]*m/g, ""))?.[0] ?? "";
