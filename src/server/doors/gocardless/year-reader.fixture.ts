import type { z } from "zod";
import { readerAccounts } from "../../domain/grants/reader-account.ts";
import { cents, type YearReader } from "../year.fixture.ts";
import { callDoor, reader } from "./reader.fixture.ts";
import { Balances, Transactions } from "./shapes.fixture.ts";

type YearAccount = {
  id: string;
  balance: number;
  transactions: { id: string; cents: number; pending: boolean }[];
};

/** A client of the GoCardless API, which keeps its copy of an account that needs its user. */
export const gocardlessYear: YearReader = {
  door: "gocardless",
  open: async (app, accounts) => {
    const { grant, keys } = await reader({ accounts }, app);
    const itemIds = [...new Set(accounts.map(({ itemId }) => itemId))];
    const ids = (await readerAccounts(app.services, grant, itemIds)).map(
      (account) => account.readerId,
    );
    const copies = new Map<string, YearAccount>();
    return async (from) => {
      const tokens = await callDoor(app, "POST", "/token/new/", { body: keys });
      const get = (path: string) => callDoor(app, "GET", path, { token: tokens.json().access });
      const day = new Date(from).toISOString().slice(0, 10);
      let isBroken = false;
      for (const id of ids) {
        const answer = await get(`/accounts/${id}/transactions/?date_from=${day}`);
        // A client keeps its copy of an account that needs its user.
        if (answer.status === 401) {
          isBroken = true;
          continue;
        }
        const { transactions } = Transactions.parse(answer.json());
        const { balances } = Balances.parse((await get(`/accounts/${id}/balances/`)).json());
        const booked = balances.find(({ balanceType }) => balanceType === "interimBooked");
        copies.set(id, {
          id,
          balance: cents(booked?.balanceAmount.amount ?? ""),
          transactions: [
            ...transactions.booked.map((row) => toRow(row, false)),
            ...transactions.pending.map((row) => toRow(row, true)),
          ],
        });
      }
      return { accounts: [...copies.values()], isBroken };
    };
  },
};

type Row = Pick<
  z.infer<typeof Transactions>["transactions"]["pending"][number],
  "transactionId" | "internalTransactionId" | "transactionAmount"
>;

/** Readers recognize a row by either id, so the ids must be equal. */
const toRow = (
  { transactionId, internalTransactionId, transactionAmount }: Row,
  pending: boolean,
) => ({
  id: `${transactionId} ${internalTransactionId}`,
  cents: cents(transactionAmount.amount),
  pending,
});
