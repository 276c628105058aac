import type { AppItem } from "../app-item.ts";
import type { Application } from "../application.ts";
import type { Part, PartContext } from "./part.ts";
import { pickItem } from "./part.ts";

const HOUR_MS = 3_600_000;

/** A processor's token for one account of another application's Item. */
type Held = {
  token: string;
  owner: Application;
  item: AppItem;
  accountId: string;
  /**
   * The products that the owner last permitted for certain; null for all, undefined after a lost
   * response.
   */
  products: string[] | null | undefined;
};

const PERIOD = { start_date: "2020-01-01", end_date: "2029-12-31" };

/** The fields of the paths that need some. */
const FIELDS: Record<string, object> = {
  "/processor/transactions/get": PERIOD,
  "/processor/investments/transactions/get": PERIOD,
  "/processor/identity/match": { user: { legal_name: "person-0" } },
};

/** The paths of processors, and the product of each. */
const PATHS: Record<string, string | null> = {
  "/processor/identity/match": "identity",
  "/processor/investments/transactions/get": "investments",
  "/processor/transactions/get": "transactions",
  "/processor/transactions/recurring/get": "transactions",
  "/processor/transactions/refresh": "transactions",
  "/processor/account/get": null,
  "/processor/accounts/get": null,
  "/processor/auth/get": "auth",
  "/processor/balance/get": "balance",
  "/processor/identity/get": "identity",
  "/processor/liabilities/get": "liabilities",
  "/processor/investments/holdings/get": "investments",
  "/processor/transactions/sync": "transactions",
};

/**
 * Processors: each reads the token's account and the permitted products, as long as the Item lives.
 */
export const createProcessors = ({
  world,
  applications,
  accountRule,
  servers,
}: PartContext): Part => {
  const draw = world.draw("processors");
  const held: Held[] = [];

  const create = async (): Promise<void> => {
    const picked = pickItem(draw, applications);
    if (!picked) return;
    const { application, item } = picked;
    const accounts = (await application.read(item, "/accounts/get"))?.accounts;
    if (!accounts) return;
    const { account_id } = draw.pick(accounts as { account_id: string }[]);
    const answer = await application.read(item, "/processor/token/create", {
      ...{ account_id, processor: "amberpay" },
    });
    if (!answer) return;
    const token = String(answer.processor_token);
    held.push({ token, owner: application, item, accountId: account_id, products: null });
  };

  const permit = async (one: Held): Promise<void> => {
    const products = draw.pick([[], ["auth"], ["balance", "identity"], ["transactions"]]);
    one.products = undefined;
    const answer = await one.owner.call("/processor/token/permissions/set", {
      ...{ processor_token: one.token, products },
    });
    if (answer?.status === 200 && answer.losses === 0)
      one.products = products.length > 0 ? products : null;
  };

  /** The operator makes a client a processor. */
  const enable = async ({ keys }: Application): Promise<void> => {
    const [server] = servers();
    const change = server?.services.store.clients.setPartner(keys.client_id, true);
    await change?.catch(() => undefined);
  };

  /** Sends the account's webhooks to the processor's own address. */
  const follow = async ({ token, owner, item }: Held): Promise<void> => {
    const processor = draw.pick(applications.filter((other) => other !== owner));
    const wasGone = item.isGone;
    const webhook = `https://${processor.name}.example/hook`;
    await processor.call("/processor/token/webhook/update", { processor_token: token, webhook });
    const answer = await owner.call("/processor/token/permissions/get", { processor_token: token });
    world.require(
      answer?.status !== 200 || !wasGone,
      () => `the permissions of a token of ${item.itemId} are read after its removal`,
    );
  };

  const read = async (one: Held): Promise<void> => {
    const { item, token, accountId, owner } = one;
    const path = draw.pick(Object.keys(PATHS));
    const product = PATHS[path] ?? null;
    const isOver = item.isGone;
    const { products } = one;
    const asked = { before: accountRule.begin(), since: world.now() };
    const processor = draw.pick(applications.filter((other) => other !== owner));
    const answer = await processor.call(path, { processor_token: token, ...FIELDS[path] });
    if (answer?.body.error_code === "UNAUTHORIZED_ROUTE_ACCESS") return enable(processor);
    if (answer?.status !== 200) return;
    const say = (what: string) => () => `${path} of ${item.itemId}: ${what}`;
    world.require(!isOver, say("a processor reads an Item that was removed"));
    const wasPermitted = products === undefined || products === null || product === null;
    world.require(
      wasPermitted || products !== one.products || products.includes(product),
      say("a processor reads a product that its token does not permit"),
    );
    const { account, accounts = [account] } = answer.body as {
      account?: Shown;
      accounts?: Shown[];
    };
    const shown = accounts.flatMap((each) => each ?? []);
    world.require(
      (shown.length > 0 || !/get$/.test(path) || path.includes("recurring")) &&
        shown.every(({ account_id }) => account_id === accountId),
      say(`a processor reads the accounts ${shown.map(({ name }) => name).join(", ")}`),
    );
    const { numbers } = answer.body as { numbers?: { ach: unknown } };
    accountRule.check(item, path, { accounts: shown, ...(numbers && { numbers }) }, asked);
    for (const list of ["added", "transactions", "inflow_streams", "outflow_streams"]) {
      const rows = (answer.body[list] ?? []) as { account_id: string }[];
      world.require(
        rows.every(({ account_id }) => account_id === accountId),
        say("a processor reads transactions of another account"),
      );
    }
  };

  return {
    name: "processors",
    meanMs: 9 * HOUR_MS,
    act: async () => {
      if (held.length === 0 || draw.chance(0.15)) return create();
      const one = draw.pick(held);
      if (draw.chance(0.15) && !one.item.isGone) return permit(one);
      if (draw.chance(0.1) && !one.item.isGone) return follow(one);
      await read(one);
    },
  };
};

type Shown = { account_id: string; name: string };
