import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expectNoFault } from "./support/accessibility.ts";
import { call } from "./support/api.ts";
import { startHost } from "./support/host.ts";
import { callback, eventMetadata, openLink } from "./support/link.ts";
import { command, dataFolder, serve } from "./support/server.ts";
import { expect, test } from "./support/test.ts";

const FIRST = ["Amber", "Birch", "Cobalt", "Dune", "Elder", "Fjord", "Grove", "Harbour", "Ivory"];
const LAST = ["Bank", "Credit Union", "Savings", "Trust", "Société Générale d’Épargne"];

test("12,000 custom institutions are searched as the user types, without the server", async ({
  page,
}) => {
  const { folder, remove } = dataFolder();
  const server = await serve(folder);
  const host = await startHost(server);
  const rows = Array.from({ length: 12_000 }, (_, n) => {
    const name = `${FIRST[n % FIRST.length]} Valley ${n} ${LAST[n % LAST.length]}`;
    return `ins_${500_000 + n},${name},US`;
  });
  const file = join(folder, "mine.csv");
  writeFileSync(file, ["institution_id,name,country_codes", ...rows].join("\n"));
  const output = await command(folder, ["institutions", "import", file]);
  expect(output).toContain("12000 new");
  // A running server sees an import within two seconds.
  const importBanks = () =>
    call(server, "/institutions/get_by_id", {
      institution_id: "ins_511999",
      country_codes: ["US"],
    }).catch(() => null);
  await expect.poll(importBanks).not.toBeNull();

  const index = page.waitForResponse((answer) => answer.url().includes("/institutions/index"));
  const link = await openLink(page, host.url());
  await expect(link.getByTestId("institution-search")).toBeVisible();
  const { body, headers } = await index.then(async (answer) => ({
    body: (await answer.request().sizes()).responseBodySize,
    headers: await answer.allHeaders(),
  }));
  expect(headers["content-encoding"]).toBe("br");
  expect(body).toBeLessThanOrEqual(100 * 1024);

  await page.route("**/bridge/institutions/search", (route) => route.abort());
  const search = link.getByTestId("institution-search");
  // The loaded list has to be parsed first; until then the server is asked.
  await expect(async () => {
    await search.fill("");
    await search.fill("amber valley 9");
    await expect(link.getByRole("listitem").first()).toContainText("Amber", { timeout: 1000 });
  }).toPass();
  for (const query of ["fjord valley 9005", "FJROD Valley 9005", "valley 9005"]) {
    await search.fill(query);
    await expect(link.getByRole("listitem").first()).toContainText("Fjord Valley 9005");
  }
  await search.fill("7004 societe generale d'epargne");
  await expect(link.getByRole("listitem").first()).toContainText("7004 Société Générale");
  await search.fill("qqqqqqqq");
  await expect(link.getByText("No institution found")).toBeVisible();
  await host.close();
  await server.stop();
  remove();
});

test("a user whose bank is not in the list sees the ways that are left, and leaves as such", async ({
  page,
  host,
}) => {
  const link = await openLink(page, host.url());
  await link.getByTestId("missing-bank").click();
  await expect(link.getByRole("heading", { name: "My bank isn’t here" })).toBeFocused();
  await expectNoFault(page);
  await link.getByTestId("back").click();
  await expect(link.getByTestId("institution-search")).toBeVisible();
  await link.getByTestId("missing-bank").press("Enter");
  await link.getByTestId("leave").click();
  const [error, metadata] = await callback(page, "onExit");
  expect(error).toBeNull();
  expect(metadata).toMatchObject({ institution: null, status: "institution_not_found" });
  expect(await eventMetadata(page, "EXIT")).toMatchObject([
    { exit_status: "institution_not_found" },
  ]);
});
