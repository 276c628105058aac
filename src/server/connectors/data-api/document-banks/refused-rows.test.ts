import { expect, test } from "vitest";
import { berlinBank } from "./berlin-bank.fixture.ts";
import { answer, type Change, changing } from "./changing.fixture.ts";
import { bookedRows, connectedTo, PERIOD, readRows } from "./linked.fixture.ts";

const OF_A1 = /^GET .*\/a1\/transactions/;

/** A linked Berlin Group bank whose responses change after the sign-in. */
const linkedBank = async (change: Change) => {
  let isLinked = false;
  const bank = changing(berlinBank([], "redirect"), (request, response) =>
    isLinked ? change(request, response) : response,
  );
  const { link, connector } = connectedTo(bank, "berlin-group", { approach: "redirect" });
  const { login } = await link();
  isLinked = true;
  const rows = () => connector.transactions(login, PERIOD);
  return { bank, rows, pull: () => connector.pull?.(login, PERIOD) };
};

/** Refuses an account's rows before a day, a given number of times. */
const refusing = (before: string, times = Number.POSITIVE_INFINITY): Change => {
  let count = 0;
  return ({ method, url }, response) =>
    OF_A1.test(`${method} ${url.pathname}`) &&
    (url.searchParams.get("dateFrom") ?? "") < before &&
    count++ < times
      ? new Response(null, { status: 403 })
      : response;
};

test("an account whose long period is refused once is read again, if the bank lists such a period of another", async () => {
  const { bank, pull } = await linkedBank(refusing("2026-03-17", 1));
  const first = await pull();
  expect(readRows(first?.transactions ?? [])).toEqual(bookedRows(bank.books));
  expect(first).not.toHaveProperty("since");
});

const refusal = (code: string) => ({ tppMessages: [{ category: "ERROR", code }] });

test("a request for rows that a bank calls invalid is no empty list", async () => {
  const { rows, pull } = await linkedBank(
    answer(/transactions$|transactions\?/, 400, refusal("SERVICE_INVALID")),
  );
  for (const read of [rows, pull])
    await expect(read()).rejects.toMatchObject({ code: "UNSUPPORTED_RESPONSE" });
});

test.each([
  [404, {}],
  [400, refusal("RESOURCE_UNKNOWN")],
  [403, refusal("RESOURCE_EXPIRED")],
])(
  "an account whose rows are missing by %i %j keeps those that it has, and the others are read",
  async (status, body) => {
    const { bank, pull } = await linkedBank(answer(OF_A1, status, body));
    const { transactions = [], since } = (await pull()) ?? {};
    expect(readRows(transactions)).toEqual(bookedRows(bank.books, { without: ["a1"] }));
    expect(since).toEqual(new Map([["a2", PERIOD.from]]));
  },
);

test("an account whose long period is refused each time is read as far as the bank lists it", async () => {
  const { bank, pull } = await linkedBank(refusing("2026-03-17"));
  const { transactions = [], since } = (await pull()) ?? {};
  const day = since?.get("a1") ?? "";
  expect(day >= "2026-03-17" && day <= "2026-03-20").toBe(true);
  expect(since?.get("a2")).toBe(PERIOD.from);
  expect(readRows(transactions)).toEqual([
    ...bookedRows(bank.books, { from: day, without: ["a2"] }),
    ...bookedRows(bank.books, { without: ["a1"] }),
  ]);
});
