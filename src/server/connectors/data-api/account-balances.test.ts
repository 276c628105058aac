import { describe, expect, test } from "vitest";
import { berlinBank } from "./document-banks/berlin-bank.fixture.ts";
import { answer, type Change, changing } from "./document-banks/changing.fixture.ts";
import { bookedRows, connectedTo, PERIOD, readRows } from "./document-banks/linked.fixture.ts";
import { ukBank } from "./document-banks/uk-bank.fixture.ts";

const OF_A1 = /^GET .*\/a1\/balances$/;
const OF_ALL = /^GET .*\/balances$/;

const BANKS = [
  ["UK Open Banking", "uk", "oauth", () => ukBank([])],
  ["the Berlin Group", "berlin-group", "redirect", () => berlinBank([], "redirect")],
] as const;

describe.each(BANKS)("a bank of %s", (_, dialect, approach, open) => {
  const connect = (at: RegExp) => {
    let isDown = true;
    const whileDown: Change = (request, response) =>
      isDown ? answer(at, 503)(request, response) : response;
    const bank = open();
    const recover = () => {
      isDown = false;
    };
    const { books } = bank;
    return { books, recover, ...connectedTo(changing(bank, whileDown), dialect, { approach }) };
  };

  test("that does not tell one account's balances is linked with all accounts, and tells them later", async () => {
    const { books, link, connector, recover } = connect(OF_A1);
    const { accounts, login } = await link();
    const ids = Object.keys(books).toSorted();
    expect(accounts.map(({ key }) => key).toSorted()).toEqual(ids);
    const current = new Map<string, number | null>(
      accounts.map(({ key, balances }) => [key, balances.current]),
    );
    expect(current.get("a1")).toBeNull();
    expect(current.get("a2")).not.toBeNull();
    const pull = await connector.pull?.(login, PERIOD);
    const unread = pull?.balances.filter(({ balances }) => balances === null);
    expect(unread).toEqual([{ key: "a1", balances: null }]);
    expect(readRows(pull?.transactions ?? [])).toEqual(bookedRows(books));
    expect([...(pull?.since?.keys() ?? [])].toSorted()).toEqual(ids);
    recover();
    const later = await connector.balances(login);
    expect(later.filter(({ balances }) => balances === null)).toEqual([]);
    expect((await connector.pull?.(login, PERIOD))?.since).toBeUndefined();
  });

  test("that tells no balances at all is linked, its rows are read, and balances alone are refused", async () => {
    const { books, link, connector } = connect(OF_ALL);
    const { accounts, login } = await link();
    expect(accounts).toHaveLength(Object.keys(books).length);
    expect(readRows((await connector.pull?.(login, PERIOD))?.transactions ?? [])).toEqual(
      bookedRows(books),
    );
    await expect(connector.balances(login)).rejects.toMatchObject({
      code: "INSTITUTION_NOT_RESPONDING",
    });
  });
});
