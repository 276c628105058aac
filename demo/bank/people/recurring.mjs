/** @import { Day, Habit } from "./types.d.mts" */

const HOUR_MS = 3_600_000;

/** The shops that customers use: name, category, lowest and highest price in cents, and relative frequency. */
const SHOPS = /** @type {const} */ ([
  ["MILLBROOK GROCERS", "Groceries", 18_00, 92_00, 9],
  ["THE COPPER KETTLE", "Coffee", 3_20, 9_80, 8],
  ["HARBOUR TRANSIT", "Transport", 2_40, 2_40, 5],
  ["FIELD & FERN MARKET", "Groceries", 9_00, 41_00, 4],
  ["SALTBOX NOODLES", "Restaurants", 11_50, 34_00, 4],
  ["OTTER CREEK FUEL", "Fuel", 28_00, 61_00, 3],
  ["LITTLE OWL BOOKS", "Books", 8_99, 46_00, 2],
  ["NORTHGATE PHARMACY", "Health", 6_00, 38_00, 2],
  ["BIRCH & BOLT HARDWARE", "Home", 7_50, 120_00, 1],
  ["WILLOW STREET CINEMA", "Entertainment", 12_00, 27_00, 1],
]);

const WEIGHT = SHOPS.reduce((sum, [, , , , weight]) => sum + weight, 0);

/**
 * Pay, on these days of each month; the 30th is the last day of a shorter one.
 * @param {string} accountId
 * @param {readonly number[]} days
 * @param {number} cents
 * @param {string} description
 * @param {string} payee
 * @returns {Habit}
 */
export const income = (accountId, days, cents, description, payee) => (day) => {
  if (!days.some((dayOfMonth) => isOn(day, dayOfMonth))) return;
  const entry = { direction: /** @type {const} */ ("CREDIT"), cents, description, payee };
  day.add(accountId, { ...entry, category: "Income", type: "DIRECTDEPOSIT", afterMs: 5 * HOUR_MS });
};

/**
 * A bill, on a day of each month.
 * @param {string} accountId
 * @param {number} ofMonth
 * @param {number} cents
 * @param {string} description
 * @param {string} category
 * @returns {Habit}
 */
export const monthly = (accountId, ofMonth, cents, description, category) => (day) => {
  if (!isOn(day, ofMonth)) return;
  const entry = { direction: /** @type {const} */ ("DEBIT"), cents, description, category };
  day.add(accountId, { ...entry, type: "BILLPAYMENT", afterMs: 6 * HOUR_MS, pendingDays: 1 });
};

/**
 * Shopping, some days.
 * @param {string} accountId
 * @param {number} chance of an errand, three times a day
 * @returns {Habit}
 */
export const spending = (accountId, chance) => (day) => {
  const random = day.random(accountId);
  for (const hour of [8, 13, 19]) {
    if (random() > chance) continue;
    const [description, category, min, max] = pickShop(random());
    const cents = min + Math.round(random() * (max - min));
    const afterMs = Math.floor((hour + random() * 3) * HOUR_MS);
    const pendingDays = 1 + Math.floor(random() * 3);
    const entry = { direction: /** @type {const} */ ("DEBIT"), cents, description, category };
    day.add(accountId, { ...entry, type: "POSDEBIT", afterMs, pendingDays });
  }
};

/**
 * Pays off the balance of a card, once a month.
 * @param {string} from
 * @param {string} card
 * @param {number} ofMonth
 * @returns {Habit}
 */
export const payCard = (from, card, ofMonth) => (day) => {
  const cents = day.balance(card);
  if (isOn(day, ofMonth) && cents > 0) transfer(day, from, card, cents, "CARD PAYMENT");
};

/**
 * The monthly payment of a loan, while something is owed.
 * @param {string} from
 * @param {string} loanId
 * @param {number} ofMonth
 * @returns {Habit}
 */
export const repayLoan = (from, loanId, ofMonth) => (day) => {
  const payment = day.account(loanId).loan?.payment ?? 0;
  const cents = Math.min(payment, day.balance(loanId));
  if (isOn(day, ofMonth) && cents > 0) transfer(day, from, loanId, cents, "LOAN PAYMENT");
};

/**
 * Moves the surplus over `keep` to savings, once a month.
 * @param {string} from
 * @param {string} to
 * @param {number} ofMonth
 * @param {number} keep in cents
 * @returns {Habit}
 */
export const sweep = (from, to, ofMonth, keep) => (day) => {
  const cents = Math.floor((day.balance(from) - keep) / 50_00) * 50_00;
  if (isOn(day, ofMonth) && cents > 0) transfer(day, from, to, cents, "TRANSFER TO SAVINGS");
};

/**
 * @param {Day} day
 * @param {string} from
 * @param {string} to
 * @param {number} cents
 * @param {string} description
 */
function transfer(day, from, to, cents, description) {
  const entry = {
    cents,
    description,
    category: "Transfer",
    type: "TRANSFER",
    afterMs: 7 * HOUR_MS,
  };
  day.add(from, { ...entry, direction: "DEBIT" });
  day.add(to, { ...entry, direction: "CREDIT" });
}

/**
 * @param {Day} day
 * @param {number} ofMonth
 */
const isOn = (day, ofMonth) =>
  day.ofMonth === ofMonth || (day.isLastOfMonth && day.ofMonth < ofMonth);

/** @param {number} random */
function pickShop(random) {
  let rest = random * WEIGHT;
  for (const shop of SHOPS) {
    rest -= shop[4];
    if (rest < 0) return shop;
  }
  return SHOPS[0];
}
