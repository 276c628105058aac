import { dayOf } from "./bank.mjs";

const DAY_MS = 86_400_000;

const SHOPS = ["Corner Cafe", "Harbour Books", "Green Grocer", "Tram Company", "Night Pharmacy"];

/** A payment every other day of half a year, a monthly salary, and a pending card payment. */
const rows = (now) => {
  const list = [];
  for (let back = 180; back >= 0; back--) {
    const day = dayOf(now - back * DAY_MS);
    const shop = SHOPS[back % SHOPS.length];
    if (back % 2 === 0)
      list.push({
        ...{
          id: `p${day}`,
          day,
          party: shop,
          text: `${shop} ${day}`,
          code: "CCRD",
          subCode: "POSD",
        },
        amount: -(5 + ((back * 37) % 600) / 10),
      });
    if (day.endsWith("-25"))
      list.push({
        id: `s${day}`,
        day,
        amount: 2450,
        party: "Lantern Works",
        text: "Salary",
        code: "RCDT",
      });
  }
  list.push({
    ...{ id: "hold", day: dayOf(now + 2 * DAY_MS), pendingFrom: dayOf(now), amount: -18.9 },
    ...{ party: "Paper Lantern", code: "CCRD", subCode: "POSD" },
  });
  return list;
};

/** The banks of the demo: one in Finland, one in Germany for people and companies, one in the UK. */
export const demoBanks = (now) => [
  {
    ...{ name: "Harbour Bank", country: "FI", bic: "HARBFIHH" },
    accounts: [
      {
        ...{ id: "fi1", holder: "Aino Lehto", iban: "FI2112345600000785", details: "Everyday" },
        ...{ opening: 900, rows: rows(now) },
      },
      {
        ...{ id: "fi2", holder: "Aino Lehto", details: "Credit card", type: "CARD", limit: 2000 },
        other: { identification: "XXXXXXXXXXXX4417", scheme_name: "CPAN" },
        balances: [
          {
            name: "Owed",
            balance_amount: { currency: "EUR", amount: "-120.40" },
            balance_type: "CLBD",
          },
          {
            name: "Left",
            balance_amount: { currency: "EUR", amount: "1879.60" },
            balance_type: "ITAV",
          },
        ],
        rows: [],
      },
    ],
  },
  {
    ...{ name: "Lindenbank", country: "DE", bic: "LINDDEFF", psuTypes: ["personal", "business"] },
    accounts: [
      {
        ...{
          id: "de1",
          holder: "Jonas Linde",
          iban: "DE89370400440532013000",
          product: "Girokonto",
        },
        ...{ opening: 1200, rows: rows(now) },
      },
    ],
  },
  {
    ...{ name: "Thames Savings", country: "GB", bic: "THAMGB2L" },
    accounts: [
      {
        ...{ id: "gb1", holder: "Rosa Field", iban: "GB29NWBK60161331926819", details: "Saver" },
        ...{ type: "SVGS", currency: "GBP", opening: 3000, rows: [] },
      },
    ],
  },
];
