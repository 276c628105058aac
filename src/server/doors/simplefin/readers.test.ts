import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import {
  appWithDoors,
  CARD_HOLDER,
  claim,
  grantTo,
  linkWithTransactions,
  readUrl,
} from "../doors.fixture.ts";
import { READERS } from "./readers.fixture.ts";
import { AccountSetV1, AccountSetV2 } from "./shapes.fixture.ts";

type App = Awaited<ReturnType<typeof appWithDoors>>;
type Item = Awaited<ReturnType<typeof linkWithTransactions>>;

/** A grant of all accounts of some Items, and the reader's calls to its address. */
const openReader = async (app: App, items: readonly Item[]) => {
  const accounts = items.flatMap(({ item_id, accounts: own }) =>
    own.map(({ account_id }) => ({ itemId: item_id, accountId: account_id })),
  );
  const { secret } = await grantTo(app, { item_id: "", accounts: [] }, { accounts });
  const { body: url } = await claim(app, secret);
  return (query = "") => readUrl(app, url, "/accounts", query);
};

test.for(Object.entries(READERS))(
  "%s finds each field that it requires, in any account and with balances alone",
  async ([, reader]) => {
    const app = await appWithDoors();
    const read = await openReader(app, [
      await linkWithTransactions(app),
      await linkWithTransactions(app, "ins_109511", CARD_HOLDER),
    ]);
    for (const query of ["?pending=1", "?balances-only=1"]) {
      const answer = await read(query);
      const { accounts } = reader.parse(answer.json());
      expect(accounts.length).toBeGreaterThan(3);
    }
  },
);

/** Optional fields of the protocol that readers require, from docs/doors.md, by reader. */
const requiredInDocs = (): Map<string, string> => {
  const [, table = ""] =
    readFileSync("docs/doors.md", "utf8").split("| Reader | Fields that it requires beside") ?? [];
  const rows = table.split("\n\n")[0]?.matchAll(/^\| ([^|]+) \| ([^|]+) \|$/gm) ?? [];
  return new Map([...rows].map(([, reader = "", fields = ""]) => [reader, fields]));
};

const OPTIONAL_FIELDS = [
  ...["available-balance", "transactions", "org.domain", "org.name"],
  ...["payee", "memo", "transacted_at"],
];

test("the documentation has the fields that each reader requires", async () => {
  const app = await appWithDoors();
  const read = await openReader(app, [await linkWithTransactions(app)]);
  const answer = (await read()).json();
  const without = (field: string) =>
    JSON.parse(JSON.stringify(answer), (key, value) => {
      const [name = "", own] = field.split(".");
      if (own === undefined && key === name) return undefined;
      return key === name ? { ...value, [own ?? ""]: undefined } : value;
    });
  const found = Object.entries(READERS).map(([name, reader]): [string, string] => {
    const required = OPTIONAL_FIELDS.filter((field) => !reader.safeParse(without(field)).success);
    return [name, required.map((field) => `\`${field}\``).join(", ") || "none"];
  });
  expect(new Map(found)).toEqual(requiredInDocs());
});

/** The accounts that Actual Budget stops: an error begins with their organization's name. */
const stoppedBy = ({ errors, accounts }: ReturnType<typeof AccountSetV1.parse>) =>
  accounts
    .filter(({ org }) =>
      errors.some((error) => error.startsWith(`Connection to ${org.name} may need attention`)),
    )
    .map(({ name }) => name);

test("the broken one of two logins at one bank is named alone, by its accounts", async () => {
  const app = await appWithDoors();
  const first = await linkWithTransactions(app);
  const other = await linkWithTransactions(app, "ins_109508", CARD_HOLDER);
  const read = await openReader(app, [first, other]);
  await app.call("/sandbox/item/reset_login", { access_token: other.access_token });
  const answer = AccountSetV1.parse((await read()).json());
  expect(stoppedBy(answer)).toHaveLength(other.accounts.length);
  const [{ org } = { org: null }] = answer.accounts.filter(({ name }) =>
    stoppedBy(answer).includes(name),
  );
  for (const { mask } of other.accounts) expect(org?.name).toContain(String(mask));
  expect(new Set(answer.accounts.map((account) => account.org.id)).size).toBe(2);
  const two = AccountSetV2.parse((await read("?version=2")).json());
  expect(two.errlist.map(({ msg }) => msg)).toEqual([
    `Connection to ${org?.name} may need attention`,
  ]);
  expect(new Set(two.connections.map(({ org_id }) => org_id))).toEqual(new Set(["ins_109508"]));
});

test("logins whose accounts have the same digits are told apart, and a login alone has the name of its bank", async () => {
  const app = await appWithDoors();
  const items: Item[] = [];
  for (const override_username of ["user_good", "user_bank_income", "user_two_jobs"])
    items.push(await linkWithTransactions(app, "ins_109508", { override_username }));
  const [first] = items;
  const fetchNames = async (read: Awaited<ReturnType<typeof openReader>>) => {
    const { accounts } = AccountSetV1.parse((await read()).json());
    return new Set(accounts.map(({ org }) => `${org.id} ${org.name}`));
  };
  expect((await fetchNames(await openReader(app, items))).size).toBe(3);
  const alone = await fetchNames(await openReader(app, first ? [first] : []));
  expect([...alone]).toEqual(["ins_109508 First Platypus Bank"]);
});

test("a reader that asks too often gets a refusal without a list of accounts", async () => {
  const app = await appWithDoors();
  const read = await openReader(app, [await linkWithTransactions(app)]);
  for (let n = 0; n < 60; n++) expect((await read("?balances-only=1")).status).toBe(200);
  const refused = await read();
  expect(refused.status).toBe(429);
  expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
  expect(() => refused.json()).toThrow(SyntaxError);
});
