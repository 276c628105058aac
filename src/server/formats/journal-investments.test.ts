import fc from "fast-check";
import { expect, test } from "vitest";
import { samples } from "../../testing/property-samples.ts";
import { hostileInvested } from "./hostile-investments.fixture.ts";
import type { Portfolio } from "./investments.ts";
import { investmentEntries } from "./journal-investments.ts";
import { toParts, totalPrice } from "./lots.ts";
import { CASH, cash, holding, invested, security, trade } from "./portfolio.fixture.ts";
import { joined, transaction } from "./statement.fixture.ts";
import type { StatementStream } from "./statement.ts";
import { WRITERS } from "./writers.ts";

const write = (format: "ledger" | "hledger" | "beancount", written: StatementStream) =>
  joined(WRITERS[format].write([written], { day: "2026-02-01" }));

/** Ten earlier shares, ten bought shares, a split, a sale of the earlier shares, and a dividend. */
const PORTFOLIO: Portfolio = {
  securities: [security("ACME"), CASH],
  holdings: [
    holding("ACME", { quantity: 25, institution_value: 1500, cost_basis: 675 }),
    cash(1_008.5),
  ],
  transactions: [
    trade("T4", "ACME", {
      ...{ date: "2026-01-28", type: "cash", subtype: "dividend", quantity: 0, amount: -12.5 },
      name: "Dividend: Acme",
    }),
    trade("T3", "ACME", {
      ...{ date: "2026-01-20", type: "sell", subtype: "sell", quantity: -15, amount: -898 },
      ...{ fees: 2, price: 60, name: "Sell: Acme" },
    }),
    trade("T2", "ACME", {
      ...{ date: "2026-01-12", type: "transfer", subtype: "split", quantity: 20, amount: 0 },
      ...{ price: 0, name: "Split 2 for 1" },
    }),
    trade("T1", "ACME", { amount: 502, fees: 2, name: "Buy: Acme" }),
  ],
};

test("ledger gets lots with their cost and day, the price of a sale, and its gain", async () => {
  expect(await write("ledger", invested(PORTFOLIO))).toBe(`tag description
tag memo
tag id
tag reference
tag counterparty

account Assets:Brokerage
account Equity:Opening
commodity ACME
commodity USD

2026-01-01 * Opening balance
    Assets:Brokerage  10 ACME {70.00 USD} [2026-01-01] @ 70.00 USD
    Assets:Brokerage  600.00 USD
    Equity:Opening

account Expenses:Fees

2026-01-10 * Buy: Acme
    ; id: T1
    Assets:Brokerage  10 ACME {50.00 USD} [2026-01-10] @ 50.00 USD
    Assets:Brokerage  -502.00 USD
    Expenses:Fees  2.00 USD

account Equity:Splits

2026-01-12 * Split 2 for 1
    ; id: T2
    Assets:Brokerage  -10 ACME {70.00 USD} [2026-01-01] @ 70.00 USD
    Assets:Brokerage  -10 ACME {50.00 USD} [2026-01-10] @ 50.00 USD
    Assets:Brokerage  20 ACME {35.00 USD} [2026-01-01] @ 35.00 USD
    Assets:Brokerage  20 ACME {25.00 USD} [2026-01-10] @ 25.00 USD
    Equity:Splits

account Income:Gains

2026-01-20 * Sell: Acme
    ; id: T3
    Assets:Brokerage  -15 ACME {35.00 USD} [2026-01-01] @ 60.00 USD
    Assets:Brokerage  898.00 USD
    Expenses:Fees  2.00 USD
    Income:Gains

account Income:Dividends

2026-01-28 * Dividend: Acme
    ; id: T4
    Assets:Brokerage  12.50 USD
    Income:Dividends  -12.50 USD

P 2026-01-30 ACME 60.00 USD

`);
});

test("hledger gets no posting of a gain, which it has from the price", async () => {
  const text = await write("hledger", invested(PORTFOLIO));
  expect(text).not.toContain("Income:Gains");
  expect(text).toContain("-15 ACME {35.00 USD} [2026-01-01] @ 60.00 USD");
});

test("beancount gets lots by cost and day", async () => {
  const text = await write("beancount", invested(PORTFOLIO));
  expect(text).toContain(`2026-01-20 * "Sell: Acme"
  id: "T3"
  Assets:Brokerage  -15 ACME {35.00 USD, 2026-01-01} @ 60.00 USD
  Assets:Brokerage  898.00 USD
  Expenses:Fees  2.00 USD
  Income:Gains
`);
  expect(text).toContain("2026-01-30 price ACME  60.00 USD");
});

test("a later statement opens with the lots of its first day", async () => {
  const text = await write("beancount", invested(PORTFOLIO, { from: "2026-01-15" }));
  expect(text).toContain(`2026-01-15 * "Opening balance"
  Assets:Brokerage  20 ACME {35.00 USD, 2026-01-10}
  Assets:Brokerage  20 ACME {25.00 USD, 2026-01-10}
  Assets:Brokerage  98.00 USD
  Equity:Opening
`);
  expect(text).not.toContain("Buy: Acme");
});

test("a lot whose cost is not known has none, and its sale no gain", async () => {
  const unknown = { ...PORTFOLIO, holdings: [holding("ACME", { quantity: 25, cost_basis: null })] };
  const text = await write("beancount", invested(unknown));
  expect(text).toContain("  Assets:Brokerage  10 ACME\n");
  expect(text).toContain("  Assets:Brokerage  -15 ACME @ 60.00 USD\n");
  expect(text).not.toContain("Income:Gains");
});

const lot = (day: string | null, quantity: number, cost_basis: number | null) => ({
  ...{ institution_lot_id: null, purchase_price: null, current_value: null, position_type: null },
  ...{ original_purchase_datetime: day && `${day}T00:00:00Z`, quantity, cost_basis },
});

test("the lots of a position that no trade moves are those that the institution tells", async () => {
  const tax_lots = [lot("2025-03-04", 4, 240), lot("2024-05-06", 6, 258)];
  const held = holding("ACME", { quantity: 10, cost_basis: 500, tax_lots });
  const portfolio = { securities: [security("ACME")], holdings: [held] };
  expect(await write("beancount", invested(portfolio))).toContain(
    `  Assets:Brokerage  6 ACME {43.00 USD, 2024-05-06}
  Assets:Brokerage  4 ACME {60.00 USD, 2025-03-04}
`,
  );
});

test.each([
  ["do not add up", [lot("2025-03-04", 4, 240)]],
  ["have no day", [lot("2025-03-04", 4, 240), lot(null, 6, 260)]],
])("lots that %s are joined to one", async (_, tax_lots) => {
  const held = holding("ACME", { quantity: 10, cost_basis: 500, tax_lots });
  const portfolio = { securities: [security("ACME")], holdings: [held] };
  expect(await write("beancount", invested(portfolio))).toContain("10 ACME {50.00 USD, ");
});

test("trades that were taken back are left out, both", async () => {
  const back = trade("T2", "ACME", {
    ...{ type: "cancel", subtype: "adjustment", quantity: -10, amount: -500 },
    cancel_transaction_id: "T1",
  });
  const text = await write(
    "ledger",
    invested({ securities: [security("ACME")], transactions: [back, trade("T1", "ACME")] }),
  );
  expect(text).not.toContain("Trade T");
});

test("without trades, the positions are there before the rows of the bank", async () => {
  const balance = (kind: "opening" | "closing", amount: string) => ({ kind, amount, date: null });
  const text = await write(
    "ledger",
    invested(
      { securities: [security("ACME")], holdings: [holding("ACME")] },
      {
        balances: [balance("opening", "640"), balance("closing", "652.5")],
        transactions: [transaction({ amount: "12.5", description: "Interest" })],
      },
    ),
  );
  expect(text).toContain(`2026-01-01 * Opening balance
    Assets:Brokerage  10 ACME {50.00 USD} [2026-01-01] @ 50.00 USD
    Assets:Brokerage  40.00 USD
    Equity:Opening
`);
  expect(text).toContain("2026-01-15 * Interest\n    Assets:Brokerage  12.50 USD\n");
});

test("commodities are told apart from each other and from currencies", async () => {
  const named = (id: string, ticker_symbol: string | null) =>
    security(id, { ticker_symbol, isin: null, name: ticker_symbol === null ? "Größe 9" : null });
  const securities = [named("a", "USD"), named("b", "BRK.B"), named("c", "brk b"), named("d", "T")];
  const more = [named("e", "3M"), named("f", null), named("g", "TRUE")];
  const all = [...securities, ...more];
  const text = await write(
    "beancount",
    invested({ securities: all, holdings: all.map((each) => holding(each.security_id)) }),
  );
  expect([...text.matchAll(/ {2}10 (\S+)/g)].map(([, name]) => name)).toEqual([
    "USD-1",
    "BRKB",
    "BRKB-1",
    "T-1",
    "X3M",
    "GRSSE9",
    "TRUE-1",
  ]);
});

const COMMODITY = String.raw`([A-Z]+|"[A-Z][A-Z\d]*(-\d+)?")`;
const BEAN = String.raw`[A-Z][A-Z\d]*(-\d+)?`;
const NUMBER = String.raw`-?\d+(\.\d+)?`;
const ACCOUNT = "(Assets|Expenses|Income|Equity)(:[A-Z0-9][A-Za-z0-9-]*)+";
const DAY = String.raw`\d{4}-\d\d-\d\d`;
const QUOTED = String.raw`"([^"\\]|\\["\\])*"`;

/** The only allowed shapes of written lines. */
const SHAPES = {
  ledger: [
    new RegExp(`^(tag \\w+|account ${ACCOUNT}|commodity ${COMMODITY})$`),
    new RegExp(String.raw`^${DAY} \* (?![(*!=&~%@])[^;|[\]]+$`),
    /^ {4}; id: [^;|[\]]+$/,
    new RegExp(
      `^ {4}${ACCOUNT}(  ${NUMBER} ${COMMODITY}( \\{${NUMBER} ${COMMODITY}\\} \\[${DAY}\\])?( @ ${NUMBER} ${COMMODITY})?)?$`,
    ),
    new RegExp(`^P ${DAY} ${COMMODITY} ${NUMBER} ${COMMODITY}$`),
  ],
  beancount: [
    new RegExp(`^1900-01-01 open ${ACCOUNT}$`),
    new RegExp(String.raw`^${DAY} \* ${QUOTED}$`),
    new RegExp(`^ {2}id: ${QUOTED}$`),
    new RegExp(
      `^ {2}${ACCOUNT}(  ${NUMBER} ${BEAN}( \\{${NUMBER} ${BEAN}, ${DAY}\\})?( @ ${NUMBER} ${BEAN})?)?$`,
    ),
    new RegExp(`^${DAY} price ${BEAN} {2}${NUMBER} ${BEAN}$`),
  ],
} as const;

test.each(["ledger", "beancount"] as const)(
  "each line of %s with investments is of a shape that is written",
  async (format) => {
    await fc.assert(
      fc.asyncProperty(hostileInvested(), async (written) => {
        const lines = (await write(format, written)).split("\n").filter((line) => line !== "");
        for (const line of lines) {
          expect(SHAPES[format].some((shape) => shape.test(line)) ? "" : line).toBe("");
          expect(Buffer.byteLength(line)).toBeLessThan(4095);
        }
      }),
      { numRuns: samples(500) },
    );
  },
);

test("any trades end with the positions and the cash of today, and add up in each transaction", () => {
  fc.assert(
    fc.property(hostileInvested(), (written) => {
      const { portfolio } = written;
      if (!portfolio) throw new Error("there are no investments");
      const units = new Map<string, bigint>();
      for (const entry of investmentEntries({ ...written, portfolio }, { day: "2026-02-01" })) {
        const sums = new Map<string, bigint>();
        const add = (currency: string, amount: bigint) =>
          sums.set(currency, (sums.get(currency) ?? 0n) + amount);
        for (const { amount, currency } of entry.money) add(currency, amount);
        for (const { lot, price, securityId, units: moved } of entry.lots) {
          units.set(securityId, (units.get(securityId) ?? 0n) + moved);
          const cost = lot.cost ?? price;
          if (cost) add(cost.currency, totalPrice(cost.unit, moved));
        }
        // Units count in parts of 10^-8; each lot may be off by one part.
        if (entry.rest === null)
          for (const sum of sums.values())
            expect(Math.abs(Number(sum))).toBeLessThanOrEqual(entry.lots.length);
      }
      for (const { security_id } of portfolio.holdings) {
        if (security_id === "cash") continue;
        const held = portfolio.holdings
          .filter((each) => each.security_id === security_id)
          .reduce((sum, { quantity }) => sum + toParts(quantity), 0n);
        expect(units.get(security_id) ?? 0n).toBe(held);
      }
    }),
    { numRuns: samples(2000) },
  );
});
