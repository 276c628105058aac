import { seededRandom } from "../../testing/in-process/seeded-random.ts";
import { toDate } from "../domain/calendar.ts";

/** A true payment, and the days on which the bank lists it, counted since 1970. */
export type Payment = {
  truth: string;
  /** The words while the payment is pending, and once it is booked. */
  held: string;
  words: string;
  /** The amount in cents, positive for outflows: while pending, and once booked. */
  heldCents: number;
  cents: number;
  made: number;
  /** The booking day; for a dropped transaction, the last listed day. */
  booked: number;
  isDropped: boolean;
  /**
   * The day on which the bank books the authorization again as a presentment, replacing the first
   * booking; null for none.
   */
  again: number | null;
};

/** A row in the bank's list. */
export type BankRow = {
  id: string;
  truth: string;
  date: string;
  cents: number;
  words: string;
  pending: boolean;
};

/** The ways in which a bank assigns ids. */
type IdRegime = "stay" | "positions" | "deliveries" | "presentments";

/** The days of a quarter; each quarter of the year has one regime. */
const QUARTER = 91;
const REGIMES: readonly IdRegime[] = ["stay", "positions", "deliveries", "presentments"];

/** The regime of a day of the year. */
const regimeOn = (day: number): IdRegime =>
  REGIMES[Math.min(3, Math.max(0, Math.floor(day / QUARTER)))] ?? "stay";

/** Returns a bank with a year's ledger that follows from a seed. */
export const bankYear = (seed: string, firstDay: number, days = 364) => {
  const payments = listPayments(seed, firstDay, days);
  let deliveries = 0;
  return {
    payments,
    /** The bank's rows on a day since `since`, oldest first, with their ids in this delivery. */
    list: (today: number, since: number): BankRow[] => {
      deliveries += 1;
      const rows = payments
        .flatMap((payment) => toRow(payment, today))
        .filter(({ date }) => date >= toDate(since))
        .toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
      return withIds(rows, regimeOn(today - firstDay), `${deliveries}`);
    },
  };
};

function toRow(payment: Payment, today: number): BankRow[] {
  const { truth, made, booked, isDropped, again, held, words, heldCents, cents } = payment;
  if (today < made) return [];
  if (today < booked)
    return [
      {
        id: `${truth}p`,
        truth,
        date: toDate(made),
        cents: heldCents,
        words: held,
        pending: true,
      },
    ];
  if (isDropped) return [];
  const isAgain = again !== null && today >= again;
  const [id, date] = isAgain ? [`${truth}r`, again] : [truth, booked];
  return [{ id, truth, date: toDate(date), cents, words, pending: false }];
}

function withIds(rows: readonly BankRow[], regime: IdRegime, delivery: string): BankRow[] {
  if (regime === "deliveries") return rows.map((row, at) => ({ ...row, id: `${delivery}-${at}` }));
  if (regime !== "positions") return [...rows];
  // The newest row of a day is listed first, so a late booking shifts all others.
  const counts = new Map<string, number>();
  return rows
    .toReversed()
    .map((row) => {
      const at = counts.get(row.date) ?? 0;
      counts.set(row.date, at + 1);
      return { ...row, id: `${row.date}/${at}` };
    })
    .toReversed();
}

const SHOPS = [
  ["MAPLE GROCERS 0412", 1900, 9500],
  ["CORNER PANTRY", 600, 3200],
  ["NORTHSIDE HARDWARE", 900, 14_000],
  ["BLUE DOOR BOOKS", 800, 4500],
  ["HARBOR PHARMACY 77", 400, 5200],
  ["OAKFIELD GARDEN CENTER", 1100, 9900],
  ["RIVERTON SHOES", 3900, 12_900],
  ["PINE STREET BAKERY", 310, 1450],
  ["STATION KIOSK", 190, 990],
  ["LUMEN ELECTRONICS", 1500, 64_900],
] as const;
const TOWNS = ["TOLEDO OH", "DAYTON OH"];
const TABLES = ["COPPER LADLE", "GREEN FORK", "SALT AND VINE", "NOODLE HARBOR"];
const PEOPLE = ["MARIA LINDEN BIRCH", "JONAS ASPEN", "CARLA WILLOW", "PETER HAZEL"];
const MONTHLY = [
  ["RENT HILLSIDE PROPERTIES", 118_000, 1],
  ["LANTERN POWER AND LIGHT", 7340, 5],
  ["FERNWAY MOBILE 5550100", 3500, 9],
  ["STREAMLINE VIDEO", 1299, 12],
  ["GYMNASIUM EAST", 2900, 15],
  ["CEDAR INSURANCE 88213", 6420, 20],
] as const;

/**
 * The payments of a household: shops, equal coffees and rides, meals with tips, people, bills,
 * wages and refunds.
 */
function listPayments(seed: string, firstDay: number, days: number): Payment[] {
  const { bytes } = seededRandom(seed);
  const draw = (count: number): number => Buffer.from(bytes(4)).readUInt32BE() % count;
  const pick = <T>(list: readonly T[]): T => list[draw(list.length)] as T;
  const payments: Payment[] = [];
  const add = (day: number, words: string, cents: number, fields: Partial<Payment> = {}): void => {
    const truth = `t${payments.length + 1}`;
    const booked = fields.booked ?? day;
    payments.push({
      ...{ truth, held: words, words, heldCents: cents, cents, made: day, booked },
      ...{ isDropped: false, again: null },
      ...fields,
    });
  };
  const card = (day: number, name: string, cents: number, fields: Partial<Payment> = {}): void => {
    const booked = day + 1 + draw(3);
    const isPresented = regimeOn(day - firstDay) === "presentments" && draw(4) === 0;
    // People visit the nearby branch.
    const town = TOWNS[draw(20) === 0 ? 1 : 0];
    add(day, `${name} ${town}`, cents, {
      held: `POS ${name}`,
      booked,
      again: isPresented ? booked + 1 + draw(10) : null,
      ...fields,
    });
  };
  for (let day = firstDay; day < firstDay + days; day++) {
    const at = day - firstDay;
    for (let count = draw(4); count > 0; count--) {
      const [name, low, high] = pick(SHOPS);
      card(day, name, low + draw(high - low));
    }
    const isWeekday = at % 7 < 5;
    // Equal rides on the same day and on the following days.
    if (isWeekday) for (let rides = 2; rides > 0; rides--) add(day, "METRO TRANSIT FARE", 275);
    if (isWeekday && draw(3) > 0) card(day, "MOONBEAN COFFEE", 450);
    if (at % 7 === 5) {
      const bill = 1800 + draw(6000);
      card(day, pick(TABLES), Math.round((bill * (100 + 12 + draw(14))) / 100), {
        heldCents: bill,
      });
    }
    if (at % 11 === 3)
      add(day, `TRANSFER TO ${pick(PEOPLE)} INVOICE ${1000 + at}`, 1000 * (1 + draw(40)));
    for (const [words, cents, due] of MONTHLY) if (at % 30 === due) add(day, words, cents);
    if (at % 14 === 4) add(day, "JUNIPER LABS PAYROLL", -189_050);
    if (at % 37 === 8) add(day, `${pick(SHOPS)[0]} REFUND ${at}`, -(500 + draw(3000)));
    // A hold that the bank drops, such as a hotel's.
    if (at % 53 === 21)
      card(day, "LAKEVIEW HOTEL", 15_000 + draw(9000), { isDropped: true, booked: day + 5 });
  }
  return payments;
}
