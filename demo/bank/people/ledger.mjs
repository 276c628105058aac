import { isDebt } from "./products.mjs";

/** @import { AccountSeed, Booking, Customer, Entry } from "./types.d.mts" */

const DAY_MS = 86_400_000;

/** The bank's first day. Books are worked out from it, so that amounts and ids never change. */
const FIRST_DAY = Date.UTC(2024, 0, 1);

/** @type {WeakMap<Customer, { day: number, books: Map<string, Booking[]> }>} */
const cache = new WeakMap();

/**
 * All that was booked on each account of a customer until the end of a day, oldest first.
 * @param {Customer} customer
 * @param {number} now
 * @returns {Map<string, Booking[]>}
 */
export const booksOf = (customer, now) => {
  const today = Math.floor(now / DAY_MS) * DAY_MS;
  const book = cache.get(customer);
  if (book?.day === today) return book.books;
  const books = write(customer, today);
  cache.set(customer, { day: today, books });
  return books;
};

/**
 * @param {Customer} customer
 * @param {number} today
 */
function write(customer, today) {
  const accounts = new Map(customer.accounts.map((account) => [account.id, account]));
  const balances = new Map(customer.accounts.map(({ id, opening }) => [id, opening]));
  /** @type {Map<string, Booking[]>} */
  const books = new Map(customer.accounts.map(({ id }) => [id, []]));

  for (let start = FIRST_DAY; start <= today; start += DAY_MS) {
    const date = new Date(start).toISOString().slice(0, 10).replaceAll("-", "");
    const counts = new Map();
    const day = {
      start,
      ofMonth: new Date(start).getUTCDate(),
      isLastOfMonth: new Date(start + DAY_MS).getUTCDate() === 1,
      /** @param {string} id */
      balance: (id) => /** @type {number} */ (balances.get(id)),
      /** @param {string} id */
      account: (id) => /** @type {AccountSeed} */ (accounts.get(id)),
      /**
       * @param {string} id
       * @param {string} symbol
       */
      units: (id, symbol) =>
        (books.get(id) ?? []).reduce(
          (sum, { trade }) => sum + (trade?.symbol === symbol ? trade.units : 0),
          0,
        ),
      /** @param {string} words */
      random: (words) => seededRandom(`${words} ${date}`),
      /**
       * @param {string} id
       * @param {Entry} entry
       */
      add: (id, entry) => {
        const count = (counts.get(id) ?? 0) + 1;
        counts.set(id, count);
        const at = start + (entry.afterMs ?? 0);
        const postedAt = at + (entry.pendingDays ?? 0) * DAY_MS;
        const change = changeOf(/** @type {AccountSeed} */ (accounts.get(id)), entry);
        balances.set(id, (balances.get(id) ?? 0) + change);
        const booking = { ...entry, id: `${id.slice(4)}-${date}-${count}`, at, postedAt, change };
        books.get(id)?.push(booking);
      },
    };
    for (const habit of customer.habits) habit(day);
  }
  for (const book of books.values()) book.sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1));
  return books;
}

/**
 * A card and a loan owe money, and the others hold it.
 * @param {AccountSeed} account
 * @param {Entry} entry
 */
const changeOf = (account, { direction, cents }) =>
  (direction === "DEBIT") === isDebt(account) ? cents : -cents;

/**
 * Numbers that look random and are the same each time for the same words.
 * @param {string} words
 * @returns {() => number} from 0 up to, but not, 1
 */
const seededRandom = (words) => {
  let state = 0x811c9dc5;
  for (const character of words)
    state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), 1 | state);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
};
