import { claim, grantTo, readUrl } from "../doors.fixture.ts";
import { cents, type YearReader } from "../year.fixture.ts";
import { AccountSetV1 } from "./shapes.fixture.ts";

/** A program that reads by SimpleFIN. */
export const simplefinYear: YearReader = {
  door: "simplefin",
  open: async (app, accounts) => {
    const { secret } = await grantTo(app, { item_id: "", accounts: [] }, { accounts });
    const { body: url } = await claim(app, secret);
    return async (from) => {
      const query = `?pending=1&start-date=${Math.floor(from / 1000)}`;
      const answer = await readUrl(app, url, "/accounts", query);
      const { errors, accounts: shown } = AccountSetV1.parse(answer.json());
      return {
        isBroken: errors.length > 0,
        accounts: shown.map(({ id, balance, transactions = [] }) => ({
          id,
          balance: cents(balance),
          transactions: transactions.map(({ id: own, amount, pending = false }) => ({
            id: own,
            cents: cents(amount),
            pending,
          })),
        })),
      };
    };
  },
};
