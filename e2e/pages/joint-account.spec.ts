import type { Page } from "@playwright/test";
import { expectNoFaultInBoth, expectReach } from "../support/accessibility.ts";
import { call, exchange, linkToken } from "../support/api.ts";
import { callback, openLink } from "../support/link.ts";
import { command, dataFolder, type Running, serve } from "../support/server.ts";
import { test as base, expect } from "../support/test.ts";

const test = base.extend({
  server: async ({ browserName: _ }, use) => {
    const { folder, remove } = dataFolder();
    const server = await serve(folder, 0, { DOORS: "simplefin" });
    await use(server);
    await server.stop();
    remove();
  },
});

const IBAN = "DE89370400440532013000";

/** A file of the account, which the sandbox recognizes by its mark. */
const STATEMENT = `OFXHEADER:100
DATA:OFXSGML
VERSION:102
SECURITY:NONE
ENCODING:USASCII
CHARSET:1252
COMPRESSION:NONE
OLDFILEUID:NONE
NEWFILEUID:NONE

<OFX><BANKMSGSRSV1><STMTTRNRS><TRNUID>1<STATUS><CODE>0<SEVERITY>INFO</STATUS><STMTRS><CURDEF>EUR
<BANKACCTFROM><BANKID>37040044<ACCTID>${IBAN}<ACCTTYPE>CHECKING</BANKACCTFROM>
<BANKTRANLIST><DTSTART>20260102<DTEND>20260102
<STMTTRN><TRNTYPE>OTHER<DTPOSTED>20260102<TRNAMT>-4.14<FITID>1<NAME>SAMPLE-Coffee</STMTTRN>
</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`;

const ACCOUNT = {
  ...{ type: "depository", subtype: "checking", starting_balance: 12.5, currency: "EUR" },
  numbers: { international_iban: IBAN },
};

type Way = { customer?: string; language?: string; bank: string | null; told?: string };

/** Connects the account by a bank or by a file. Returns Link's text about another connection. */
const connect = async (
  {
    page,
    address,
    server,
  }: { page: Page; address: (config: Record<string, unknown>) => string; server: Running },
  { customer = "ann", language = "en", bank, told }: Way,
) => {
  const token = await linkToken(server, {
    ...{ language, country_codes: ["DE"], products: ["transactions"] },
    user: { client_user_id: customer },
  });
  const link = await openLink(page, address({ token, language }));
  const entry = bank === null ? link.getByTestId("institution-ins_909999") : null;
  await (entry ?? link.getByRole("button", { name: bank ?? "" })).click();
  const agree = link.getByTestId("agree");
  const field = link.getByTestId(bank === null ? "credential-bank" : "credential-username");
  await expect(agree.or(field)).toBeVisible();
  if (await agree.isVisible()) await agree.click();
  if (bank === null) {
    await link.getByTestId("credential-bank").fill("Lantern Bank");
    await link.getByTestId("credential-file").setInputFiles({
      ...{ name: "statement.ofx", mimeType: "application/x-ofx", buffer: Buffer.from(STATEMENT) },
    });
  } else {
    await link.getByTestId("credential-username").fill("user_custom");
    const overrides = JSON.stringify({ override_accounts: [ACCOUNT] });
    await link.getByTestId("credential-password").fill(overrides);
  }
  await link.getByTestId("submit").click();
  if (told) await expect(link.getByText(told)).toBeVisible();
  if (told) await expectNoFaultInBoth(page);
  const box = link.getByRole("checkbox").first();
  await box.check();
  await link.getByTestId("submit").filter({ hasText: /1/ }).click();
  await expect(link.getByTestId("finish")).toBeVisible();
  const href = (await link.getByTestId("manage").getAttribute("href")) ?? "";
  await link.getByTestId("finish").click();
  const [publicToken] = await callback(page, "onSuccess");
  const item = await exchange(server, publicToken);
  const { accounts } = await call(server, "/accounts/get", { access_token: item.accessToken });
  const ids = (accounts as Record<string, unknown>[]).map((one) => one.persistent_account_id);
  return { ...item, ids, site: new URL(href, server.api).href };
};

/**
 * Creates a grant of Items for a SimpleFIN reader. Returns a function that reads with the grant.
 */
const readerOf = async (server: Running, itemIds: readonly string[]) => {
  const items = itemIds.flatMap((id) => ["--item", id]);
  const line = ["grants", "create", "--name", "Actual Budget", ...items];
  const printed = await command(server.folder, line);
  const tokens = printed.split(/\s+/).map((word) => Buffer.from(word, "base64").toString());
  const claim = tokens.find((text) => text.startsWith("http")) ?? "";
  const url = await (await fetch(claim, { method: "POST" })).text();
  const { username, password, origin, pathname } = new URL(url);
  const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`;
  return async (): Promise<string[]> => {
    const answer = await fetch(`${origin}${pathname}/accounts`, { headers: { authorization } });
    return (await answer.json()).accounts.map(({ id }: { id: string }) => id);
  };
};

test("a person is told of the account that they connected by a file, connects it by a bank, and a reader has it once", async ({
  page,
  host,
  server,
}) => {
  const context = {
    page,
    server,
    address: (config: Record<string, unknown>) => host.url({ config }),
  };
  const first = await connect(context, { bank: null });
  const told = "You already connected this account through Lantern Bank (ending in 3000).";
  const second = await connect(context, { bank: "Dachsbau Bank", told });
  expect(second.ids).toEqual(first.ids);
  expect(second.ids[0]).toEqual(expect.any(String));
  const read = await readerOf(server, [first.itemId, second.itemId]);
  expect(await read()).toHaveLength(1);
});

for (const [language, width] of [
  ["en", 1280],
  ["fr", 390],
] as const)
  test(`two people let a joint account be shown once, by keyboard, and one takes it back: ${language}`, async ({
    page,
    host,
    server,
  }) => {
    const context = {
      page,
      server,
      address: (config: Record<string, unknown>) => host.url({ config }),
    };
    await page.setViewportSize({ width, height: 844 });
    const ann = await connect(context, { language, bank: "Dachsbau Bank" });
    const ben = await connect(context, { language, customer: "ben", bank: "Eulenspree Bank" });
    const read = await readerOf(server, [ann.itemId, ben.itemId]);
    const apart = await read();
    expect(new Set(apart).size).toBe(2);
    const words =
      language === "en"
        ? "Show a joint account once, if its other owner agrees too: Actual Budget"
        : "Montrer un compte joint une seule fois, si l’autre titulaire est d’accord aussi: Actual Budget";
    const box = page.getByRole("checkbox", { name: /joint/ });
    // The box changes at once, and the grant with the answer.
    const press = async () => {
      const stored = page.waitForResponse("**/account/grant/join");
      await page.keyboard.press("Space");
      expect((await stored).status()).toBe(200);
    };
    for (const { site } of [ann, ben]) {
      await page.goto(site);
      await expect(box).not.toBeChecked();
      await expect(box).toHaveAccessibleName(words);
      await box.focus();
      await press();
      await expect(box).toBeChecked();
      await expectNoFaultInBoth(page);
      await expectReach(page);
    }
    const together = await read();
    expect([together.length, apart.includes(together[0] ?? "")]).toEqual([1, true]);
    await press();
    await expect(box).not.toBeChecked();
    expect((await read()).toSorted()).toEqual(apart.toSorted());
  });
