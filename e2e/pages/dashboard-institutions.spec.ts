import { startBank } from "../../demo/bank/server.mjs";
import { walkThrough } from "../../demo/bank/visit.fixture.ts";
import { expectNoFault } from "../support/accessibility.ts";
import { dataFolder, serve } from "../support/server.ts";
import { expect, test } from "../support/test.ts";

const SECRET = "a-secret-of-thirty-two-characters";

test("the operator imports and removes a bank, adds one by its data API, checks it, and disconnects it", async ({
  page,
}) => {
  const { folder, remove } = dataFolder();
  const server = await serve(folder, 0, {}, ["--no-demo"]);
  const redirectUris = [`${server.api}/oauth/return`];
  const client = { id: "service-link", name: "Corner Shop", secret: SECRET, redirectUris };
  const bank = await startBank({ port: 0, clients: [client] });
  try {
    await page.goto(/Operator\s+(\S+)/.exec(server.printed)?.[1] ?? "");
    await page.getByLabel("Password").fill("correct horse battery");
    await page.getByRole("button", { name: "Set it and sign in" }).click();
    await page.getByRole("link", { name: "Institutions" }).click();
    await expectNoFault(page);
    await page.getByRole("link", { name: "Import a file" }).click();
    const rows = "institution_id,name,country_codes\nins_800001,Moth Bank,US";
    await page.getByLabel("Or paste its rows").fill(rows);
    await page.getByRole("button", { name: "Check what you pasted" }).click();
    await expect(page.getByText("Moth Bank").last()).toBeVisible();
    await expectNoFault(page);
    await page.getByRole("button", { name: "Import 1 institution" }).click();
    await expect(page.getByRole("heading", { name: "1 institution is imported" })).toBeVisible();
    await expectNoFault(page);
    await page.getByRole("link", { name: "See all institutions" }).click();
    await page.getByLabel("Search").fill("ins_800001");
    await page.getByLabel("Search").press("Enter");
    await page.getByRole("link", { name: "Moth Bank", exact: true }).click();
    await page.getByRole("button", { name: "Remove…" }).click();
    await expectNoFault(page);
    await page.getByRole("button", { name: "Yes, remove it" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Institutions" })).toBeFocused();
    await expect(page.getByRole("link", { name: "Moth Bank", exact: true })).toBeHidden();
    await page.getByRole("link", { name: "Add an institution" }).click();
    await page.getByLabel("Name").fill("Lantern Bank");
    await page.getByLabel("Issuer").fill(bank.issuer);
    await page.getByRole("button", { name: "Read its metadata" }).click();
    await expect(page.getByText("has all that is needed")).toBeVisible();
    await page.getByLabel("Our client id there").fill(client.id);
    await page.getByLabel("Client secret").fill(SECRET);
    await expectNoFault(page);
    await page.getByRole("button", { name: "Add the institution" }).click();

    await page.getByRole("button", { name: "Check it" }).click();
    for (const visit of [1, 2, 3, 4]) {
      await expect(page.getByText(`Sign-in ${visit} of 4.`)).toBeVisible();
      const isCancelled = visit === 4;
      const name = `${isCancelled ? "Cancel" : "Sign in"} at the institution`;
      const address = (await page.getByRole("link", { name }).getAttribute("href")) ?? "";
      const choice = isCancelled ? ({ accounts: "cancel" } as const) : {};
      const parameters = await walkThrough(bank.issuer, address, choice);
      // The return page closes its window, like Link's return page.
      const back = await page.request.get(`${server.api}/oauth/return?${parameters}`);
      expect(back.status()).toBe(200);
    }
    const last = page.getByRole("region", { name: /^The last check/ });
    await expect(last.getByText(/^Nothing is wrong: Link and the data API/)).toBeVisible();
    await expectNoFault(page);

    await page.getByRole("button", { name: "Edit" }).click();
    await expect(page.getByRole("heading", { name: "Data API" })).toBeFocused();
    await expectNoFault(page);

    await page.getByRole("link", { name: "All institutions" }).click();
    await page.getByLabel("Search").fill("Lantern Bank");
    await page.getByLabel("Search").press("Enter");
    const row = page.getByRole("row", { name: /Lantern Bank.*ins_700001/ });
    await expect(row).toContainText("signs in at its own site");

    await row.getByRole("link").click();
    await page.getByRole("button", { name: "Disconnect…" }).click();
    await expect(page.getByText("No Item is linked there.").first()).toBeVisible();
    await expectNoFault(page);
    await page.getByRole("button", { name: "Yes, disconnect it" }).click();
    await expect(page.getByText("It is not connected any more.")).toBeVisible();
    await expect(page.getByLabel("Issuer")).toBeVisible();
    await expectNoFault(page);
    expect(server.logged()).not.toContain(SECRET);
  } finally {
    await bank.close();
    await server.stop();
    remove();
  }
});
