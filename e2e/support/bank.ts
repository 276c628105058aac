import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, type FrameLocator, type Page } from "@playwright/test";
import { type Bank, startBank } from "../../demo/bank/server.mjs";
import { ask } from "./api.ts";
import { openLink } from "./link.ts";
import { command, dataFolder, serve } from "./server.ts";
import { test as base } from "./test.ts";

/** The demo bank as an institution that is connected to the server; and by approval in its app. */
const LANTERN = "ins_700001";
const LANTERN_APP = "ins_700002";

const SECRET = "a-secret-of-thirty-two-characters";

/** The test of the journeys, with a server that is connected to a demo bank of its own. */
export const test = base.extend<object, { bank: Bank }>({
  server: [
    async ({ browserName: _ }, use) => {
      const { folder, remove } = dataFolder();
      const server = await serve(folder, 0, {}, ["--no-demo"]);
      await use(server);
      await server.stop();
      remove();
    },
    { scope: "worker" },
  ],
  bank: [
    async ({ server }, use) => {
      const redirectUris = [`${server.api}/oauth/return`];
      const client = { id: "service-link", name: "Corner Shop", secret: SECRET, redirectUris };
      const bank = await startBank({ port: 0, clients: [client] });
      await connect(server.folder, bank.issuer);
      // A running server sees it a little later.
      const institution = { institution_id: LANTERN, country_codes: ["US"] };
      await expect
        .poll(async () => (await ask(server, "/institutions/get_by_id", institution)).answer)
        .toMatchObject({ institution: { oauth: true } });
      await use(bank);
      await bank.close();
    },
    { scope: "worker" },
  ],
});

/** Declares the bank to the server, as whoever runs it does. */
async function connect(data: string, issuer: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "service-link-e2e-bank-"));
  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const run = (...line: string[]) => command(data, ["institutions", ...line]);
  const rows = [`${LANTERN_APP},Pocket Bank,US`, `${LANTERN},Lanternfield Bank,US`];
  await run(
    "import",
    file("institutions.csv", `institution_id,name,country_codes\n${rows.join("\n")}\n`),
  );
  const client = [
    ...["--issuer", issuer, "--client-id", "service-link"],
    ...["--client-secret-file", file("secret", SECRET)],
  ];
  await run("connect", LANTERN_APP, ...client, "--ciba");
  await run("connect", LANTERN, ...client);
  rmSync(folder, { recursive: true });
}

/** Opens Link at the page that says what happens at the bank. */
export const openBank = async (page: Page, address: string): Promise<FrameLocator> => {
  const link = await openLink(page, address);
  await link.getByTestId("institution-search").fill("Lanternfield");
  await link.getByTestId(`institution-${LANTERN}`).click();
  return link;
};

/** Goes to the bank in a window of its own, which it answers. */
export const goToBank = async (page: Page, link: FrameLocator): Promise<Page> => {
  const popup = page.waitForEvent("popup");
  await link.getByTestId("oauth").click();
  return popup;
};

/** Signs in at the bank, and is asked what to share. */
export const signInAtBank = async (window: Page, login = "ada"): Promise<void> => {
  await window.getByLabel("Customer name").fill(login);
  await window.getByLabel("Password").fill("lantern");
  await window.getByRole("button", { name: "Sign in" }).click();
  await expect(window.getByRole("button", { name: "Share" })).toBeVisible();
};

/** Signs in at the bank and shares every account. */
export const shareAll = async (window: Page, login = "ada"): Promise<void> => {
  await signInAtBank(window, login);
  for (const box of await window.getByRole("checkbox").all()) await box.check();
  await window.getByRole("button", { name: "Share" }).click();
};

export { expect } from "@playwright/test";

/** Shares an account at the bank up to the last redirect; answers its address at our server. */
export const returnUrl = async (window: Page, origin: string): Promise<string> => {
  const form = {
    account: await window.getByRole("checkbox").first().inputValue(),
  };
  const action = await window.locator("form:has(button.primary)").getAttribute("action");
  let at = new URL(action ?? "", window.url()).href;
  for (let steps = 0; !at.startsWith(origin); steps++) {
    const answer = await (steps === 0
      ? window.request.post(at, { form, maxRedirects: 0 })
      : window.request.get(at, { maxRedirects: 0 }));
    at = new URL(answer.headers().location ?? "missing:", at).href;
  }
  return at;
};
