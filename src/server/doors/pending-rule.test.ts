import { expect, test } from "vitest";
import type { PendingRule } from "../../protocol/pending-rule.ts";
import { changeGrant } from "../domain/grants/change-grant.ts";
import { readerAccounts } from "../domain/grants/reader-account.ts";
import { appWithDoors, claim, grantTo, linkWithTransactions, readUrl } from "./doors.fixture.ts";
import { callDoor, reader } from "./gocardless/reader.fixture.ts";
import { callPluggy, listRefs, pluggyGrant, signIn } from "./pluggy/pluggy.fixture.ts";

type App = Awaited<ReturnType<typeof appWithDoors>>;
type Row = { id: string; isPending: boolean; amount: number };
type Read = () => Promise<Row[]>;

/** A reader of an Item per door with pending transactions, with its grant. */
const READERS: Readonly<
  Record<
    string,
    (
      app: App,
      item: Awaited<ReturnType<typeof linkWithTransactions>>,
    ) => Promise<{ grantId: string; read: Read }>
  >
> = {
  simplefin: async (app, item) => {
    const { grant, secret } = await grantTo(app, item);
    const { body: url } = await claim(app, secret);
    const read: Read = async () =>
      (await readUrl(app, url, "/accounts", "?pending=1"))
        .json()
        .accounts.flatMap(({ transactions }: { transactions: object[] }) => transactions)
        .map(
          ({ id, pending = false, amount }: { id: string; pending?: boolean; amount: string }) => ({
            ...{ id, isPending: pending, amount: Number(amount) },
          }),
        );
    return { grantId: grant.grantId, read };
  },
  pluggy: async (app, item) => {
    const { grant, keys } = await pluggyGrant(app, listRefs(item));
    const apiKey = await signIn(app, keys);
    const get = async (path: string) => (await callPluggy(app, apiKey, "GET", path)).json;
    const read: Read = async () => {
      const [{ id: itemId }] = (await get("/items")).results;
      const rows: Row[] = [];
      for (const { id } of (await get(`/accounts?itemId=${itemId}`)).results) {
        const page = await get(`/transactions?accountId=${id}&from=2025-11-01`);
        const { results } = await get(`/v2/transactions?accountId=${id}&dateFrom=2025-11-01`);
        expect(results).toEqual(page.results);
        expect(page.total).toBe(results.length);
        for (const { id: own, status, amount } of results)
          rows.push({ id: own, isPending: status === "PENDING", amount });
      }
      return rows;
    };
    return { grantId: grant.grantId, read };
  },
  gocardless: async (app, item) => {
    const { grant, tokens } = await reader({ accounts: listRefs(item) }, app);
    const read: Read = async () => {
      const rows: Row[] = [];
      for (const { readerId } of await readerAccounts(app.services, grant, [item.item_id])) {
        const path = `/accounts/${readerId}/transactions/`;
        const { json } = await callDoor(app, "GET", path, { token: tokens.access });
        for (const [kind, list] of Object.entries<object[]>(json().transactions))
          for (const each of list) {
            const { transactionId, transactionAmount } = Object(each);
            const amount = Number(transactionAmount.amount);
            rows.push({ id: transactionId, isPending: kind === "pending", amount });
          }
      }
      return rows;
    };
    return { grantId: grant.grantId, read };
  },
};

const OPERATOR = { kind: "operator", name: "test" } as const;

test.for(Object.entries(READERS))(
  "a grant of %s shows pending transactions as they are, leaves them out, or gives them ids of their own",
  async ([, open]) => {
    const app = await appWithDoors();
    const item = await linkWithTransactions(app, "ins_109508", {
      override_username: "user_transactions_dynamic",
    });
    const { grantId, read } = await open(app, item);
    const by = async (pending: PendingRule) => {
      await changeGrant(app.services, grantId, { pending }, OPERATOR);
      return read();
    };
    const listIds = (rows: Row[], isPending: boolean) =>
      rows.filter((row) => row.isPending === isPending).map(({ id }) => id);
    const before = { asTheyAre: await by("as_they_are"), own: await by("own_ids") };
    const pendingIds = listIds(before.asTheyAre, true);
    expect(pendingIds.length).toBeGreaterThan(0);
    expect(listIds(before.own, true)).toHaveLength(pendingIds.length);
    expect(listIds(before.own, true).filter((id) => pendingIds.includes(id))).toEqual([]);
    const { access_token } = item;
    // Some transactions post, a few of them with another amount.
    for (let n = 0; n < 3; n++) {
      await app.post("/transactions/refresh", { ...app.credentials, access_token });
      await app.runJobs();
      app.advanceClock(1_800_000);
    }
    const asTheyAre = await by("as_they_are");
    const leftOut = await by("left_out");
    const own = await by("own_ids");
    const posted = listIds(asTheyAre, false);
    expect(posted.some((id) => pendingIds.includes(id))).toBe(true);
    expect([listIds(leftOut, false), listIds(leftOut, true)]).toEqual([posted, []]);
    expect(listIds(own, false)).toEqual(posted);
    const seen = new Set(listIds(before.own, true));
    expect(posted.filter((id) => seen.has(id))).toEqual([]);
  },
);
