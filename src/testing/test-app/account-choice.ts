import { LoginResponse } from "../../protocol/link/bridge.ts";
import { Connection, type Selection } from "../../protocol/link/selection.ts";
import { testReceiver } from "./receiver.ts";
import { testApp } from "./test-app.ts";

const BANK = { institution_id: "ins_109508" };
const CREDENTIALS = { username: "user_good", password: "pass_good" };

type App = Awaited<ReturnType<typeof testApp>>;
type SyncedTransaction = { transaction_id: string; account_id: string };
type SyncPage = { added: SyncedTransaction[]; modified: SyncedTransaction[] } & {
  removed: SyncedTransaction[];
};

/**
 * Links an Item at a sandbox bank and shares the first `count` accounts. Also collects the Item's
 * webhooks.
 */
export const itemWithChoice = async (
  count: number,
  { password = "pass_good", products = ["auth", "transactions"] } = {},
) => {
  const receiver = await testReceiver();
  const app = await testApp();
  const link = await app.startLink({ webhook: receiver.url, product: products });
  await link.bridge("institution/select", BANK);
  const credentials = { ...CREDENTIALS, password };
  const login = await loginOf(link, credentials);
  const sharedIds = login.accounts.slice(0, count).map(({ id }) => id);
  const { public_token } = await select(link, sharedIds);
  const exchange = await app.call("/item/public_token/exchange", { public_token });
  const [access_token, item_id] = [String(exchange.access_token), String(exchange.item_id)];
  await app.runJobs();
  receiver.received.length = 0;

  /**
   * Opens update mode with a choice of accounts in a process, and signs in. Returns the offered
   * accounts.
   */
  const update = async (
    fields: object = { update: { account_selection_enabled: true } },
    { secret = password, through = app } = {},
  ) => {
    const { link_token } = await app.call("/link/token/create", {
      client_name: "Shop",
      language: "en",
      country_codes: ["US"],
      user: { client_user_id: "user-1" },
      access_token,
      ...fields,
    });
    const session = await through.startLink({ token: link_token });
    const selection = await loginOf(session, { ...CREDENTIALS, password: secret });
    return { session, selection, choose: (ids: readonly string[]) => select(session, ids) };
  };
  /** Returns the Item's webhooks since the last call, in no order. */
  const webhooks = async () => {
    for (let round = 0; round < 3; round++) await app.runJobs();
    return receiver.received.splice(0).map(({ body }) => body);
  };
  const accountIds = async () => {
    const { accounts } = await app.call("/accounts/get", { access_token });
    return (accounts as { account_id: string }[]).map(({ account_id }) => account_id);
  };
  return { app, access_token, item_id, shared: sharedIds, update, webhooks, accountIds };
};

type Link = Awaited<ReturnType<App["startLink"]>>;

async function loginOf(link: Link, credentials: Record<string, string>): Promise<Selection> {
  let answer = await link.bridge("credentials/submit", { ...BANK, credentials });
  if (answer.body.challenge) answer = await link.bridge("mfa/submit", { answers: ["1234"] });
  const { request_id: _, ...body } = answer.body;
  const { selection } = LoginResponse.parse(body);
  if (!selection) throw new Error(`the user is offered accounts: ${JSON.stringify(body)}`);
  return selection;
}

async function select(link: Link, account_ids: readonly string[]): Promise<Connection> {
  const { request_id: _, ...body } = (await link.bridge("accounts/select", { account_ids })).body;
  return Connection.parse(body);
}

/** A copy of an Item's transactions that follows `/transactions/sync`. */
export const syncedCopy = (app: App, access_token: string) => {
  const copy = new Map<string, SyncedTransaction>();
  let cursor = "";
  const follow = async () => {
    for (;;) {
      const fields = { access_token, count: 500, ...(cursor && { cursor }) };
      const page = await app.call("/transactions/sync", fields);
      const { added, modified, removed } = page as unknown as SyncPage;
      for (const transaction of [...added, ...modified])
        copy.set(transaction.transaction_id, transaction);
      for (const { transaction_id } of removed) copy.delete(transaction_id);
      cursor = String(page.next_cursor);
      if (!page.has_more) return copy;
    }
  };
  return { follow };
};

/** Returns all transactions of an Item in the shape of `/transactions/get`. */
export const allTransactions = async (
  app: App,
  access_token: string,
): Promise<SyncedTransaction[]> => {
  const all: SyncedTransaction[] = [];
  for (;;) {
    const { transactions, total_transactions } = await app.call("/transactions/get", {
      access_token,
      start_date: "2023-01-01",
      end_date: "2027-01-01",
      options: { count: 500, offset: all.length },
    });
    all.push(...((transactions ?? []) as SyncedTransaction[]));
    if (all.length >= Number(total_transactions)) return all;
  }
};
