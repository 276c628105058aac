import { randomBytes } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { expectNoFaultInBoth } from "./support/accessibility.ts";
import { ask, call, exchange } from "./support/api.ts";
import { callback, openLink } from "./support/link.ts";
import { expect, test } from "./support/test.ts";

/** A CSV file of a bank, which the sandbox recognizes by its mark. */
const csv = (...rows: string[]) => ({
  name: "transactions.csv",
  mimeType: "text/csv",
  buffer: Buffer.from(["Buchungstag;Text;Betrag;SAMPLE-", ...rows].join("\n")),
});
const JANUARY = ["02.01.2026;Moonbean Coffee;-4,14;", "13.01.2026;Juniper Labs;1.890,50;"];
const PRODUCT = { product: ["transactions"] };

for (const [language, viewport] of [
  ["en", { width: 1280, height: 800 }],
  ["fr", { width: 390, height: 844 }],
] as const)
  test(`a file from a bank becomes an Item, and a newer one goes into it, by keyboard: ${language}`, async ({
    page,
    host,
    server,
  }) => {
    await page.setViewportSize(viewport);
    const link = await openLink(page, host.url({ config: { ...PRODUCT, language } }));
    await link.getByTestId("institution-ins_909999").focus();
    await page.keyboard.press("Enter");
    await expect(link.getByTestId("credential-bank")).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(link.getByTestId("credential-bank")).toHaveAttribute("aria-invalid", "true");
    await page.keyboard.type("Lantern Bank");
    await expectNoFaultInBoth(page);
    const file = link.getByTestId("credential-file");
    await file.setInputFiles({
      ...csv(),
      name: "notes.txt",
      buffer: Buffer.from("SAMPLE- no rows"),
    });
    await link.getByTestId("submit").press("Enter");
    await expect(link.getByRole("alert")).toBeVisible();
    await file.setInputFiles(csv(...JANUARY));
    await link.getByTestId("submit").press("Enter");

    await expect(link.getByTestId("column-1")).toBeVisible();
    await expect(link.getByText("Moonbean Coffee")).toBeVisible();
    const effect = link.getByTestId("effect");
    await expect(effect).toContainText(language === "en" ? "2 payments" : "2 opérations");
    await expect(effect).toContainText(language === "en" ? "−4.14 · +1,890.50" : "−4,14");
    await expectNoFaultInBoth(page);
    const shown = await effect.innerText();
    await link.getByTestId("column-2").selectOption({ index: 0 });
    await expect(effect).toContainText(language === "en" ? "Amount" : "Montant");
    await link.getByTestId("column-2").selectOption({ index: 2 });
    await expect(effect).toHaveText(shown);
    await link.getByTestId("column-1").focus();
    await page.keyboard.press("ArrowDown");
    await link.getByTestId("submit").press("Enter");
    await link.getByTestId("submit").filter({ hasText: /1/ }).press("Enter");
    await link.getByTestId("finish").press("Enter");
    const [publicToken] = await callback(page, "onSuccess");
    const { accessToken } = await exchange(server, publicToken);

    const { public_token: token } = await call(server, "/item/public_token/create", {
      access_token: accessToken,
    });
    const again = await openLink(page, host.url({ config: { token, language } }));
    const newer = csv(...JANUARY.slice(1), "20.01.2026;Papaya Cinema;-9,00;");
    await again.getByTestId("credential-file").setInputFiles(newer);
    await again.getByTestId("submit").press("Enter");
    const first = again.getByTestId("choice-0-0");
    await first.focus();
    await page.keyboard.press("Space");
    await expectNoFaultInBoth(page);
    await again.getByTestId("submit").press("Enter");
    await expect(again.locator(".pair b")).toHaveText(["Juniper Labs", "Juniper Labs"]);
    await again.getByTestId("choice-0-0").focus();
    await page.keyboard.press("Space");
    await again.getByTestId("submit").press("Enter");
    await again.getByTestId("finish").press("Enter");
    await callback(page, "onSuccess");
    // A job reads the transactions.
    const added = async () =>
      (await call(server, "/transactions/sync", { access_token: accessToken })).added;
    await expect.poll(added).toHaveLength(3);
  });

for (const [language, viewport, kinds] of [
  ["en", { width: 1280, height: 800 }, ["Bought", "Sold"]],
  ["fr", { width: 390, height: 844 }, ["Achat", "Vente"]],
] as const)
  test(`a user says what the words of a broker mean, by keyboard: ${language}`, async ({
    page,
    host,
    server,
  }) => {
    await page.setViewportSize(viewport);
    const config = { product: ["transactions", "investments"], language };
    const link = await openLink(page, host.url({ config }));
    await link.getByTestId("institution-ins_909999").click();
    await link.getByTestId("credential-bank").fill("Lantern Broker");
    const rows = [
      "Date,Action,Symbol,Quantity,Price,Amount,Currency,SAMPLE-",
      "2026-01-05,Acquire,ACM,10,12.50,-125.00,USD,",
      "2026-01-06,Buy,BRC,1,9.00,-9.00,USD,",
      "2026-01-12,Dispose,ACM,-4,15.00,60.00,USD,",
    ];
    await link.getByTestId("credential-file").setInputFiles({
      ...{ name: "trades.csv", mimeType: "text/csv", buffer: Buffer.from(rows.join("\n")) },
    });
    await link.getByTestId("submit").press("Enter");
    await expect(link.getByRole("combobox", { name: /^Acquire/ })).toBeVisible();
    await expect(link.getByTestId("effect")).toContainText("Acquire");
    await expectNoFaultInBoth(page);
    await link.getByTestId("submit").press("Enter");
    await expect(link.getByRole("alert")).toContainText("Acquire");
    for (const [at, kind] of kinds.entries())
      await link.getByTestId(`column-${at}`).selectOption(kind);
    await expect(link.getByTestId("effect")).toContainText(/^3 /);
    await link.getByTestId("submit").press("Enter");
    await link.getByTestId("submit").filter({ hasText: /1/ }).press("Enter");
    await link.getByTestId("finish").press("Enter");
    const [publicToken] = await callback(page, "onSuccess");
    const { accessToken } = await exchange(server, publicToken);
    const period = { start_date: "2026-01-01", end_date: "2026-01-31" };
    const body = { access_token: accessToken, ...period };
    const types = async () => {
      const { answer } = await ask(server, "/investments/transactions/get", body);
      return (answer.investment_transactions as { type: string }[] | undefined)?.map(
        ({ type }) => type,
      );
    };
    await expect.poll(types).toEqual(["sell", "buy", "buy"]);
  });

test("a file that is dropped on the zone is the one that is sent", async ({ page, host }) => {
  const link = await openLink(page, host.url({ config: PRODUCT }));
  await link.getByTestId("institution-ins_909999").click();
  await link.getByTestId("credential-bank").fill("Lantern Bank");
  const zone = link.locator(".drop");
  // The browser's own drop: a scripted event would not fill the input.
  const cdp = await page.context().newCDPSession(page);
  const box = await zone.boundingBox();
  if (!box) throw new Error("the zone is visible");
  const path = test.info().outputPath("transactions.csv");
  await writeFile(path, csv(...JANUARY).buffer);
  const drag = (type: "dragEnter" | "dragOver" | "drop") =>
    cdp.send("Input.dispatchDragEvent", {
      ...{ type, x: box.x + box.width / 2, y: box.y + box.height / 2 },
      data: { items: [], files: [path], dragOperationsMask: 1 },
    });
  await drag("dragEnter");
  await drag("dragOver");
  await expect(zone).toHaveClass(/near/);
  await drag("drop");
  await expect(zone).not.toHaveClass(/near/);
  await expect(zone).toContainText("transactions.csv");
  await link.getByTestId("submit").click();
  await expect(link.getByText("Moonbean Coffee")).toBeVisible();
});

test("Link shows the share of a large file that is sent, while a slow line sends it", async ({
  page,
  context,
  host,
}) => {
  const link = await openLink(page, host.url({ config: PRODUCT }));
  await link.getByTestId("institution-ins_909999").press("Enter");
  await link.getByTestId("credential-bank").fill("Lantern Bank");
  const frame = page.frames().find((each) => each.url().includes("link.html"));
  if (!frame) throw new Error("Link is open");
  const network = await context.newCDPSession(frame);
  await network.send("Network.enable");
  await network.send("Network.emulateNetworkConditions", {
    ...{ offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 200_000 },
  });
  const large = Buffer.from(`SAMPLE-${randomBytes(900_000).toString("base64")}`);
  await link.getByTestId("credential-file").setInputFiles({ ...csv(), buffer: large });
  await link.getByTestId("submit").press("Enter");
  const progress = link.getByRole("progressbar", { name: "Sending your file" });
  await expect(progress).toHaveAttribute("aria-valuenow", /^[1-9]\d$/);
  await expect(progress).toHaveText(/ · [1-9]\d\s%$/);
  await expect(link.getByRole("alert")).toBeVisible();
  await expect(progress).toHaveCount(0);
});
