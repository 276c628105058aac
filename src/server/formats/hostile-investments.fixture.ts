import fc from "fast-check";
import type { Holding, InvestmentTransaction, Security } from "../../protocol/investments.ts";
import type { TaxLot } from "../../protocol/tax-lots.ts";
import { hostileText } from "../../testing/hostile-text.ts";
import { CASH, cash, holding, invested, security, trade } from "./portfolio.fixture.ts";
import type { StatementStream } from "./statement.ts";

const IDS = ["A", "B", "C"];
const id = fc.constantFrom(...IDS);

const day = fc
  .date({ min: new Date("2025-01-01"), max: new Date("2025-12-31"), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

const currency = fc.constantFrom(
  { iso_currency_code: "USD", unofficial_currency_code: null },
  { iso_currency_code: "JPY", unofficial_currency_code: null },
  { iso_currency_code: null, unofficial_currency_code: "X1" },
);

const units = fc.oneof(
  fc.integer({ min: 1, max: 1_000_000 }),
  fc.integer({ min: 1, max: 10 ** 9 }).map((parts) => parts / 10 ** 6),
);
const cents = (most: number) => fc.integer({ min: 0, max: most * 100 }).map((all) => all / 100);

/** Movements of each kind, including amounts that contradict the kind. */
const KINDS = [
  { type: "buy", subtype: "buy", units: 1, money: 1 },
  { type: "buy", subtype: "buy", units: 1, money: -1 },
  { type: "buy", subtype: "dividend reinvestment", units: 1, money: 0 },
  { type: "sell", subtype: "sell", units: -1, money: -1 },
  { type: "sell", subtype: "sell short", units: -1, money: -1 },
  { type: "transfer", subtype: "split", units: 1, money: 0 },
  { type: "transfer", subtype: "split", units: -1, money: -1 },
  { type: "transfer", subtype: "transfer", units: 1, money: 0 },
  { type: "transfer", subtype: "transfer", units: -1, money: 0 },
  { type: "cash", subtype: "dividend", units: 0, money: -1 },
  { type: "fee", subtype: "account fee", units: 0, money: 1 },
  { type: "cancel", subtype: "adjustment", units: -1, money: -1 },
] as const;

const row = (text: fc.Arbitrary<string>): fc.Arbitrary<InvestmentTransaction> =>
  fc
    .record({
      kind: fc.constantFrom(...KINDS),
      security_id: fc.option(id, { nil: null, freq: 10 }),
      ...{ date: day, currency, quantity: units, price: cents(500), fees: cents(9), name: text },
      noFees: fc.boolean(),
      own: fc.uuid(),
      cancels: fc.option(fc.uuid(), { nil: null }),
    })
    .map(({ kind, security_id, date, quantity, price, name, ...rest }) => {
      const gross = kind.units === 0 ? price : quantity * price;
      const fees = rest.noFees ? null : rest.fees;
      const amount = kind.money * (gross + kind.money * (fees ?? 0));
      return trade(rest.own, security_id, {
        ...{ date, name, price, fees, type: kind.type, subtype: kind.subtype, ...rest.currency },
        quantity: 0 + kind.units * quantity,
        amount: 0 + Number(amount.toFixed(2)),
        cancel_transaction_id: kind.type === "cancel" ? rest.cancels : null,
      });
    });

const described = (text: fc.Arbitrary<string | null>): fc.Arbitrary<Security[]> =>
  fc
    .tuple(...IDS.map(() => fc.record({ name: text, ticker_symbol: text, isin: text })))
    .map((all) => [CASH, ...all.map((fields, at) => security(IDS[at] ?? "", fields))]);

const held = (text: fc.Arbitrary<unknown>): fc.Arbitrary<Holding> =>
  fc
    .record({
      ...{ id, currency, quantity: units, price: cents(500), text },
      basis: fc.option(cents(100_000), { nil: null }),
      sign: fc.constantFrom(1, 1, 1, -1),
      lots: fc.option(lots, { nil: null }),
    })
    .map(({ quantity, price, basis, sign, lots: told, ...rest }) =>
      holding(rest.id, {
        ...{ quantity: sign * quantity, institution_price: price, cost_basis: basis },
        institution_value: Number((sign * quantity * price).toFixed(2)),
        ...rest.currency,
        tax_lots: told === null ? [] : lotsOf(sign * quantity, told),
      }),
    );

/** Two lots, the first with a share of all units. Their sum is wrong if the share exceeds 1. */
const lots = fc.record({
  share: fc.constantFrom(0.25, 0.5, 0.875),
  more: fc.constantFrom(0, 0, 0, 1),
  days: fc.tuple(day, day),
  costs: fc.tuple(cents(5000), fc.option(cents(5000), { nil: null, freq: 4 })),
});

function lotsOf(
  quantity: number,
  { share, more, days, costs }: typeof lots extends fc.Arbitrary<infer Lots> ? Lots : never,
): TaxLot[] {
  const first = Number((quantity * share).toFixed(8));
  return [first, Number((quantity - first + more).toFixed(8))].map((part, at) => ({
    ...{ institution_lot_id: null, purchase_price: null, current_value: null },
    ...{ position_type: null, quantity: part, cost_basis: costs[at] ?? null },
    original_purchase_datetime: `${days[at]}T00:00:00Z`,
  }));
}

/** Statements with any movements in any order, and with a hostile text in each text field. */
export const hostileInvested = (include = ""): fc.Arbitrary<StatementStream> => {
  const text = hostileText(include);
  const orNull = fc.option(text, { nil: null, freq: 10 });
  return fc
    .record({
      securities: described(orNull),
      holdings: fc.array(held(orNull), { maxLength: 4 }),
      money: fc.option(cents(1000), { nil: null }),
      transactions: fc.array(row(text), { maxLength: 15 }),
      name: orNull,
      accountCurrency: fc.constantFrom("USD", "JPY", null),
      from: fc.constantFrom("2024-06-01", "2025-06-01"),
    })
    .map(({ securities, holdings, money, transactions, name, accountCurrency, from }) =>
      invested(
        {
          securities,
          holdings: [...holdings, ...(money === null ? [] : [cash(money)])],
          transactions: transactions.toSorted((a, b) => (a.date < b.date ? 1 : -1)),
        },
        {
          ...{ from, to: "2025-12-31", balances: [] },
          account: {
            ...{ id: null, iban: null, bankId: null, type: null },
            ...{ name, currency: accountCurrency },
          },
        },
      ),
    );
};
