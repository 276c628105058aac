// Compares the transactions of the sandbox's people with published figures of households, and measures a pull of two
// years. Published figures, all read 2026-11-26:
//   BLS: Consumer Expenditures 2023, U.S. Bureau of Labor Statistics, 25 September 2024, in shares of all expenditures
//     (personal insurance and pensions, 12.4 %, are no payments from these accounts)
//   Diary: Survey and Diary of Consumer Payment Choice 2024, Federal Reserve Bank of Atlanta, May 2025, per consumer;
//     a household here is one consumer, with a partner who uses the card
//   ONS: Family spending in the UK, year ending March 2016, Office for National Statistics, in shares of 528.90 pounds a
//     week; its housing has no mortgages

import {
  createSandboxConnector,
  householdOf,
  quantile,
  SANDBOX_INSTITUTIONS,
  statisticsOf,
} from "../dist/bench/parts.js";
import { measure, row } from "./measure.mjs";

const PEOPLE = 10;
const MONTHS = Array.from({ length: 24 }, (_, at) => 2024 * 12 + 10 + at);

const PUBLISHED = {
  US: {
    housing: "BLS 32.9 %",
    "food, at home and away": "BLS 12.9 %",
    transportation: "BLS 17.0 %",
    healthcare: "BLS 8.0 %",
    entertainment: "BLS 4.7 %",
    payments: "Diary 48",
    payment: "Diary $142",
  },
  GB: {
    housing: "ONS 13.7 %, without mortgages",
    "food at home": "ONS 10.7 %",
    "food away from home": "ONS 8.5 %, with hotels",
    transportation: "ONS 13.7 %",
    healthcare: "ONS 1.4 %",
    entertainment: "ONS 12.9 %",
    apparel: "ONS 4.4 %",
  },
};
const GROUPS = [
  "housing",
  "food at home",
  "food away from home",
  "food, at home and away",
  "transportation",
  "healthcare",
  "entertainment",
  "apparel",
  "cash",
];
const WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/** The rows of this bench. */
export const bench = async () => [
  ...Object.entries(PUBLISHED).flatMap(([country, published]) => toRows(country, published)),
  ...(await pullRows()),
];

function toRows(country, published) {
  const banks = SANDBOX_INSTITUTIONS.filter((bank) => bank.routingScheme.country === country);
  const people = Array.from({ length: PEOPLE }, (_, at) => `person ${at}`);
  const households = banks.flatMap((bank) =>
    people.flatMap((person) =>
      ["user_good", "user_yuppie"].map((user) => householdOf(bank, person, user)),
    ),
  );
  const statistics = statisticsOf(households, MONTHS);
  const { shares, purchaseAmounts, weekdays } = statistics;
  const food = ["food at home", "food away from home"].map((group) => shares.get(group) ?? 0);
  shares.set("food, at home and away", food[0] + food[1]);
  const figure = (name, value, unit, key = name) =>
    row(`${country}, ${name} (${published[key] ?? "no figure"})`, value, unit);
  const amount = (name, share) => figure(name, quantile(purchaseAmounts, share) / 100, "");
  return [
    row(`${country}, households over two years`, statistics.households, ""),
    ...GROUPS.map((group) => figure(group, 100 * (shares.get(group) ?? 0), "%")),
    figure("payments a month", statistics.payments, "", "payments"),
    figure("mean payment", statistics.meanPayment / 100, "", "payment"),
    figure("merchants a month", statistics.merchants, ""),
    amount("median purchase", 0.5),
    amount("99th percentile of purchases", 0.99),
    amount("largest purchase", 1),
    figure("refunds of purchases", 100 * statistics.refundShare, "%"),
    ...WEEKDAYS.map((day, at) => figure(`purchases on a ${day}`, 100 * weekdays[at], "%")),
  ];
}

async function pullRows() {
  const connector = createSandboxConnector(() => Date.UTC(2026, 10, 20, 12));
  const login = {
    institutionId: "ins_109508",
    credentials: { username: "user_good", password: "pass_good" },
    connectorState: null,
  };
  const pull = () => connector.transactions(login, { from: "2024-11-20", to: "2026-11-19" });
  const { p50 } = await measure(pull, Array.from({ length: 20 }));
  return [row(`a pull of two years, ${(await pull()).length} transactions, p50`, p50, "ms")];
}
