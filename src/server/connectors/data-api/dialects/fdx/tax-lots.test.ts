import { expect, test } from "vitest";
import { ownId } from "../../../../domain/bank-values.ts";
import { ofAccounts } from "../../../../domain/transactions/investments/investments.ts";
import { readPositions } from "./read-positions.fixture.ts";

test("lots are told as far as the institution tells them, and wrong values of them are none", async () => {
  const { holdings } = await readPositions({
    holdings: [
      {
        ...{ symbol: "ABC", units: 3, currentUnitPrice: 10 },
        taxLots: [
          {
            ...{ originalPurchaseDate: "2024-05-06", quantity: 1, purchasedPrice: 8.25 },
            ...{ costBasis: 8.5, currentValue: 10, positionType: "LONG" },
          },
          { originalPurchaseDate: "2025-01-02T15:04:05-05:00", units: 2, costBasis: 0 },
          { quantity: 0, costBasis: 5 },
          { quantity: "two", originalPurchaseDate: "last year" },
          { quantity: 1e300, costBasis: 1e300, positionType: "SIDEWAYS" },
        ],
      },
      { symbol: "DEF", units: 1, currentUnitPrice: 10, taxLots: "none" },
    ],
  });
  const unknown = { purchase_price: null, cost_basis: null, current_value: null };
  expect(holdings.map(({ tax_lots }) => tax_lots)).toEqual([
    [
      {
        institution_lot_id: null,
        original_purchase_datetime: "2024-05-06T00:00:00Z",
        ...{ quantity: 1, purchase_price: 8.25, cost_basis: 8.5, current_value: 10 },
        position_type: "LONG",
      },
      {
        institution_lot_id: null,
        original_purchase_datetime: "2025-01-02T20:04:05.000Z",
        ...{ ...unknown, quantity: 2, position_type: null },
      },
    ],
    [],
  ]);
});

test("lots of a position that was sold short are negative, as it is, and joined positions have all", async () => {
  const lot = { quantity: 2, costBasis: 12, currentValue: 10 };
  const short = { symbol: "ABC", units: 2, currentUnitPrice: 5, positionType: "SHORT" };
  const { holdings } = await readPositions({
    holdings: [
      { ...short, taxLots: [lot] },
      { ...short, taxLots: [{ ...lot, quantity: 1 }] },
    ],
  });
  expect(holdings).toMatchObject([
    {
      quantity: -4,
      tax_lots: [
        { quantity: -2, cost_basis: 12, current_value: -10, position_type: "SHORT" },
        { quantity: -1, cost_basis: 12, current_value: -10, position_type: "SHORT" },
      ],
    },
  ]);
});

test("joined positions have their lots only if these are of all units", async () => {
  const plain = { symbol: "ABC", units: 2, currentUnitPrice: 5 };
  const bought = { ...plain, taxLots: [{ quantity: 2, costBasis: 12 }] };
  const lots = async (...positions: object[]) =>
    (await readPositions({ holdings: positions })).holdings.map(({ tax_lots }) => tax_lots.length);
  expect(await lots(bought, bought)).toEqual([2]);
  expect(await lots(bought, plain)).toEqual([0]);
  expect(await lots(plain, bought, bought)).toEqual([0]);
  expect(await lots(bought, { ...plain, units: 0 })).toEqual([1]);
});

test("an account has at most 10,000 lots: positions beyond have none, and keep their cost", async () => {
  const taxLots = Array.from({ length: 6_000 }, () => ({ quantity: 1, costBasis: 2 }));
  const position = { units: 6_000, currentUnitPrice: 3, taxLots };
  const read = await readPositions({
    holdings: ["ABC", "DEF"].map((symbol) => ({ ...position, symbol })),
  });
  const account = { key: ownId("a-1"), account: { account_id: "account" } };
  const [own] = ofAccounts({ itemId: "item", institutionId: "ins" }, [account], read).values();
  expect(own?.holdings.map(({ tax_lots }) => tax_lots.length)).toEqual([6_000, 0]);
  expect(own?.holdings).toMatchObject([{ cost_basis: 12_000 }, { cost_basis: 12_000 }]);
});
