import { expect } from "vitest";
import { ConnectionsAnswer } from "../../protocol/connections.ts";
import { portalBrowser } from "../../testing/test-app/portal.ts";
import { account, type Custom, connect, IBAN } from "../bridge/login/two-ways.fixture.ts";
import { nameAccounts } from "../domain/grants/reader-account.ts";
import { grantedAccounts } from "../domain/grants/use-grant.ts";
import { type appWithDoors, claim, grantTo, readUrl } from "./doors.fixture.ts";

type App = Awaited<ReturnType<typeof appWithDoors>>;
type Shown = {
  id: string;
  name: string;
  conn_id: string;
  transactions: { id: string; amount: string }[];
};

type LinkOptions = { customer?: string; accounts?: Custom[]; token?: object };

/** Links a customer's account at a bank; returns the Item in a grant's form. */
export const link = async (
  app: App,
  bank: { id: string },
  customer = "ann",
  rows: readonly [day: string, amount: number][] = [],
  options: LinkOptions = {},
) => {
  const transactions = rows.map(([day, amount]) => ({
    ...{ date_transacted: day, date_posted: day, amount, description: `Shop ${bank.id}` },
  }));
  const access_token = await connect(app, bank, {
    ...{ customer, accounts: [account(IBAN, { transactions })], ...options },
  });
  app.advanceClock(60_000);
  await app.runJobs();
  const { item } = await app.call("/item/get", { access_token });
  const { accounts } = await app.call("/accounts/get", { access_token });
  const item_id = String(Object(item).item_id);
  return { access_token, item_id, accounts: accounts as { account_id: string }[] };
};
export type Linked = Awaited<ReturnType<typeof link>>;

/** A reader of a grant of Items by SimpleFIN. */
export const readerOf = async (app: App, items: Linked[]) => {
  const accounts = items.flatMap((item) =>
    item.accounts.map(({ account_id }) => ({ itemId: item.item_id, accountId: account_id })),
  );
  const { secret, grant } = await grantTo(app, { item_id: "", accounts: [] }, { accounts });
  const { body: address } = await claim(app, secret);
  const read = async (): Promise<Shown[]> =>
    (await readUrl(app, address, "/accounts", "?version=2&start-date=1760000000")).json().accounts;
  return { grantId: grant.grantId, read };
};

/** Decides on an Item's account site whether a joint account is shown once. */
export const sayJoins = async (app: App, { item_id }: Linked, grant_id: string, joins: boolean) => {
  const browser = portalBrowser(app);
  await browser.openFromLink(item_id);
  const { status, body } = await browser.post("grant/join", { grant_id, joins });
  expect([status, body.error_code]).toEqual([200, undefined]);
  return ConnectionsAnswer.parse(body).grants?.find((grant) => grant.grant_id === grant_id)?.joins;
};

/** Reads the account ids of some Items only, as an application's requisition does. */
export const idsAlone = async (app: App, grantId: string, { item_id }: Linked) => {
  const { services } = app;
  const { grant } = (await services.store.grants.byId(grantId)) ?? {};
  if (!grant) throw new Error("no grant");
  const named = await nameAccounts(
    services,
    grant,
    await grantedAccounts(services, grant, [item_id]),
  );
  return named.map(({ readerId }) => readerId);
};
