import fc from "fast-check";
import { expect, test } from "vitest";
import { z } from "zod";
import { samples } from "../../../testing/property-samples.ts";
import { Fault } from "../../domain/fault.ts";
import type { TokenBank } from "../../domain/institutions/bank-description.ts";
import { openBankClient } from "../bank-client.ts";
import { plainBank } from "./plain-bank.fixture.ts";
import { readPull } from "./read-bank.ts";

const PERIOD = { from: "2026-01-01", to: "2026-01-31" };
const ACCOUNT = { id: "a", name: "Everyday", balance: 1 };
const row = (id: number, day = 2) => ({
  id,
  amount: "-1.50",
  date: `2026-01-${String(day).padStart(2, "0")}`,
  text: "Shop",
});

/** Reads a bank whose responses come from a function. */
const read = (
  reply: (url: URL) => unknown,
  changes: (bank: TokenBank) => TokenBank = (bank) => bank,
  period = PERIOD,
) => {
  const bank = changes(plainBank("https://bank.example/v1"));
  const urls: URL[] = [];
  const client = openBankClient({
    ...{ institutionId: bank.institution_id, origin: "https://bank.example", headers: {} },
    clock: () => 0,
    refusals: [401],
    log: { warn: () => undefined },
    http: {
      fetch: async (address) => {
        const url = new URL(address);
        urls.push(url);
        const body = url.pathname.endsWith("/accounts") ? [ACCOUNT] : reply(url);
        return body instanceof Response ? body : Response.json(body);
      },
      close: async () => undefined,
    },
  });
  return { urls, result: readPull({ bank, client, pages: new Map(), own: {} }, period) };
};

const withEpoch =
  (epoch: "seconds" | "milliseconds") =>
  (bank: TokenBank): TokenBank => ({
    ...bank,
    transactions: {
      ...bank.transactions,
      fields: { ...bank.transactions.fields, date: { of: "date", epoch } },
    },
  });

test.each([
  ["seconds", 1_768_046_400],
  ["milliseconds", 1_768_046_400_000],
] as const)("a date may be a count of %s since 1970", async (epoch, date) => {
  const { result } = read(() => ({ rows: [{ ...row(1), date }] }), withEpoch(epoch));
  expect((await result).transactions).toMatchObject([
    { date: "2026-01-10", datetime: "2026-01-10T12:00:00.000Z" },
  ]);
});

test.each(["2026-01-10", 1e300, null])(
  "a count of seconds that is %s is not understood",
  async (date) => {
    const { result } = read(() => ({ rows: [{ ...row(1), date }] }), withEpoch("seconds"));
    await expect(result).rejects.toMatchObject({ code: "UNSUPPORTED_RESPONSE" });
  },
);

const withPage =
  (page: TokenBank["transactions"]["page"], more: Partial<TokenBank["transactions"]> = {}) =>
  (bank: TokenBank): TokenBank => ({
    ...bank,
    transactions: { ...bank.transactions, ...more, ...(page && { page }) },
  });

const ROWS = Array.from({ length: 7 }, (_, at) => row(at + 1, at + 2));
const part = (from: number, size = 3) => ROWS.slice(from, from + size);

test.each<[string, NonNullable<TokenBank["transactions"]["page"]>, (url: URL) => unknown]>([
  [
    "a cursor",
    { by: "cursor", parameter: "after", next: "meta.next" },
    ({ searchParams }) => {
      const at = Number(searchParams.get("after") ?? 0);
      return { rows: part(at), meta: { next: at + 3 < ROWS.length ? at + 3 : null } };
    },
  ],
  [
    "the number of a page",
    { by: "page", parameter: "page", first: 1 },
    ({ searchParams }) => ({ rows: part((Number(searchParams.get("page") ?? 1) - 1) * 3) }),
  ],
  [
    "an offset",
    { by: "offset", parameter: "offset", size: 3 },
    ({ searchParams }) => ({ rows: part(Number(searchParams.get("offset") ?? 0)) }),
  ],
  [
    "the header Link",
    { by: "link" },
    ({ searchParams }) => {
      const at = Number(searchParams.get("p") ?? 0);
      const link = `</first>; rel="first", </v1/accounts/a/rows?p=${at + 3}>; rel="next"`;
      return Response.json({ rows: part(at) }, { headers: at + 3 < ROWS.length ? { link } : {} });
    },
  ],
  [
    "the address of the next page",
    { by: "url", next: "links.next" },
    ({ searchParams }) => {
      const at = Number(searchParams.get("p") ?? 0);
      return { rows: part(at), links: { next: at + 3 < ROWS.length ? `?p=${at + 3}` : null } };
    },
  ],
  [
    "the date of the last entry",
    { by: "since", parameter: "from", last: "date", size: 3 },
    ({ searchParams }) => ({
      rows: ROWS.filter(({ date }) => date >= (searchParams.get("from") ?? "")).slice(0, 3),
    }),
  ],
  [
    "the time of the last entry, in its path or query",
    { by: "until", name: "to", last: "date", size: 3 },
    ({ searchParams }) => ({
      rows: ROWS.filter(({ date }) => date <= (searchParams.get("to") ?? ""))
        .toReversed()
        .slice(0, 3),
    }),
  ],
])("a list that continues by %s is read to its end, each entry once", async (_, page, reply) => {
  const { result } = read(reply, withPage(page));
  const { transactions } = await result;
  const keys = transactions.map(({ key }) => key).toSorted();
  expect(keys).toEqual(ROWS.map(({ id }) => `a/${id}`));
  expect(transactions.find(({ key }) => key === "a/1")).toMatchObject({
    amount: 1.5,
    date: "2026-01-02",
    iso_currency_code: "USD",
  });
});

test("a list that never ends is refused", async () => {
  const { result, urls } = read(
    () => ({ rows: [row(1)], next: "?again" }),
    withPage({ by: "url", next: "next" }),
  );
  await expect(result).rejects.toMatchObject({ code: "UNSUPPORTED_RESPONSE" });
  expect(urls.length).toBeLessThan(5);
});

test("a long period is asked for in parts that begin on fixed days, with a week before and a day after", async () => {
  const { result, urls } = read(() => ({ rows: [] }), withPage(undefined, { max_days: 20 }));
  await result;
  expect(
    urls.slice(1).map(({ searchParams }) => [searchParams.get("from"), searchParams.get("to")]),
  ).toEqual([
    ["2025-12-18", "2026-01-06"],
    ["2026-01-07", "2026-01-26"],
    ["2026-01-27", "2026-02-01"],
  ]);
});

test("an account's id that is dots or has a slash stays one segment of the path", async () => {
  for (const [id, path] of [
    ["..", "/v1/accounts/_/rows"],
    ["a/../b", "/v1/accounts/a%2F..%2Fb/rows"],
  ]) {
    const { result, urls } = read(
      () => ({ rows: [] }),
      (bank) => ({
        ...bank,
        accounts: { ...bank.accounts, fields: { ...bank.accounts.fields, id: { text: id ?? "" } } },
      }),
    );
    await result;
    expect(urls[1]?.pathname).toBe(path);
  }
});

const odd = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom(
    1e308,
    -0,
    "1e999",
    "NaN",
    "2026-02-30",
    "\ud800",
    "\u0000",
    "__proto__",
    "x".repeat(5000),
    null,
    [],
  ),
);
const FIELDS = ["id", "amount", "date", "text", "state", "was", "__proto__"] as const;

test("any response is read as valid transactions, or refused as not understood", async () => {
  const rows = fc.array(
    fc.tuple(
      fc.integer({ min: 1, max: 9 }),
      fc.dictionary(fc.constantFrom(...FIELDS), odd, { maxKeys: 2 }),
    ),
    { maxLength: 6 },
  );
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        rows.map((list) => ({ rows: list.map(([id, faults]) => ({ ...row(id), ...faults })) })),
        fc.jsonValue(),
      ),
      async (body) => {
        try {
          const { transactions } = await read(() => body).result;
          for (const { amount, date, name, key } of transactions) {
            expect(Number.isFinite(amount)).toBe(true);
            expect(z.iso.date().safeParse(date).success).toBe(true);
            expect(() => encodeURIComponent(name + key)).not.toThrow();
          }
          expect(new Set(transactions.map(({ key }) => key)).size).toBe(transactions.length);
        } catch (failure) {
          if (!(failure instanceof Fault)) throw failure;
          expect(failure.code).toBe("UNSUPPORTED_RESPONSE");
        }
      },
    ),
    { numRuns: samples(100) },
  );
});
