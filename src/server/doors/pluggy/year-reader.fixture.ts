import type { YearReader } from "../year.fixture.ts";
import {
  AccountPage,
  callPluggy,
  ItemPage,
  pageAll,
  pluggyGrant,
  signIn,
  sweepAll,
} from "./pluggy.fixture.ts";

/** A client of the Pluggy API, by page and by cursor. */
export const pluggyYear: YearReader = {
  door: "pluggy",
  open: async (app, refs) => {
    let week = 0;
    const { keys } = await pluggyGrant(app, refs);
    return async (from) => {
      week += 1;
      const apiKey = await signIn(app, keys);
      const get = async (path: string) => (await callPluggy(app, apiKey, "GET", path)).json;
      const day = new Date(from).toISOString().slice(0, 10);
      const items = ItemPage.parse(await get("/items")).results;
      const accounts = [];
      for (const { id: itemId } of items)
        accounts.push(...AccountPage.parse(await get(`/accounts?itemId=${itemId}`)).results);
      const shown = [];
      for (const [at, { id, balance }] of accounts.entries()) {
        const rows =
          // Reads by cursor are refused while the user has to sign in.
          (week + at) % 2 === 0 && items.every(({ status }) => status !== "LOGIN_ERROR")
            ? await sweepAll(app, apiKey, `accountId=${id}&dateFrom=${day}&pageSize=20`)
            : await pageAll(app, apiKey, `accountId=${id}&from=${day}&pageSize=20`);
        shown.push({
          id,
          balance: Math.round(balance * 100),
          transactions: rows.map((row) => ({
            id: row.id,
            cents: Math.round(row.amount * 100),
            pending: row.status === "PENDING",
          })),
        });
      }
      return { accounts: shown, isBroken: items.some(({ status }) => status === "LOGIN_ERROR") };
    };
  },
};
