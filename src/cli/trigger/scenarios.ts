import { z } from "zod";
import { dayAt, toDate } from "../../server/domain/calendar.ts";

/** The Item of a scenario, and an API call that adds the Item's access token. */
type ScenarioContext = {
  call(path: string, fields?: object): Promise<unknown>;
  now: number;
};

/** A scenario: its sentence, the resulting webhooks, and the calls that cause it. */
export type Scenario = {
  sentence: string;
  webhooks: readonly string[];
  /** Returns false if the scenario had already happened, so that no webhook follows. */
  run(context: ScenarioContext): Promise<boolean>;
};

const Fired = z.object({ webhook_fired: z.boolean() });
const Accounts = z.object({ accounts: z.array(z.object({ account_id: z.string() })) });

/** A scenario that fires the named webhook with all effects of its cause. */
const fires = (sentence: string, webhook: string): Scenario => ({
  sentence,
  webhooks: [webhook],
  run: async ({ call }) => {
    const [webhook_type, webhook_code] = webhook.split(":");
    const fields = { webhook_type, webhook_code };
    return Fired.parse(await call("/sandbox/item/fire_webhook", fields)).webhook_fired;
  },
});

/** A webhook that is a sample: nothing about the Item changes. */
const sample = (words: string, webhook: string): Scenario =>
  fires(`${words}: a sample, the Item stays as it is`, webhook);

/** The scenarios of `service-link trigger`, in list order. */
export const SCENARIOS: Readonly<Record<string, Scenario>> = {
  "transactions.new": {
    sentence: "Three purchases were made today",
    webhooks: ["TRANSACTIONS:SYNC_UPDATES_AVAILABLE", "TRANSACTIONS:DEFAULT_UPDATE"],
    run: async ({ call, now }) => {
      const today = toDate(dayAt(now));
      const dates = { date_transacted: today, date_posted: today };
      await call("/sandbox/transactions/create", {
        transactions: PURCHASES.map((purchase) => ({ ...dates, ...purchase })),
      });
      return true;
    },
  },
  "transactions.removed": sample(
    "The bank took transactions back",
    "TRANSACTIONS:TRANSACTIONS_REMOVED",
  ),
  "transactions.recurring": sample(
    "Recurring transactions changed",
    "TRANSACTIONS:RECURRING_TRANSACTIONS_UPDATE",
  ),
  "item.login-required": {
    sentence: "The bank refuses the login, until its user signs in again in update mode",
    webhooks: ["ITEM:ERROR"],
    run: async ({ call }) => {
      const Item = z.object({ item: z.object({ error: z.unknown() }) });
      const { item } = Item.parse(await call("/item/get"));
      await call("/sandbox/item/reset_login");
      return item.error === null;
    },
  },
  "item.login-repaired": sample("The login works again", "ITEM:LOGIN_REPAIRED"),
  "item.pending-expiration": sample("The consent ends in a few days", "ITEM:PENDING_EXPIRATION"),
  "item.pending-disconnect": sample(
    "The bank ends the connection in a few days",
    "ITEM:PENDING_DISCONNECT",
  ),
  "item.permission-revoked": sample(
    "The user ended the sharing of the whole Item",
    "ITEM:USER_PERMISSION_REVOKED",
  ),
  "accounts.new": fires(
    "An account is open at the bank that the Item does not have; update mode offers it",
    "ITEM:NEW_ACCOUNTS_AVAILABLE",
  ),
  "accounts.revoked": fires(
    "The user no longer shares the Item's first account",
    "ITEM:USER_ACCOUNT_REVOKED",
  ),
  "accounts.closed": {
    sentence: "The bank closed the Item's last account for good",
    webhooks: ["ITEM:USER_ACCOUNT_REVOKED or, without another account, USER_PERMISSION_REVOKED"],
    run: async ({ call }) => {
      const { accounts } = Accounts.parse(await call("/accounts/get"));
      await call("/sandbox/item/close_account", { account_id: accounts.at(-1)?.account_id });
      return true;
    },
  },
  "auth.verified": sample("An account's numbers were verified", "AUTH:AUTOMATICALLY_VERIFIED"),
  "auth.expired": sample(
    "An account's verification expired unfinished",
    "AUTH:VERIFICATION_EXPIRED",
  ),
  "auth.updated": sample("Account numbers changed", "AUTH:DEFAULT_UPDATE"),
  "identity.updated": sample("An owner's phone number changed", "IDENTITY:DEFAULT_UPDATE"),
  "holdings.updated": sample("Investments or their prices changed", "HOLDINGS:DEFAULT_UPDATE"),
  "investments.updated": sample(
    "Investment transactions arrived",
    "INVESTMENTS_TRANSACTIONS:DEFAULT_UPDATE",
  ),
  "investments.ready": sample(
    "The investment transactions of 24 months are ready",
    "INVESTMENTS_TRANSACTIONS:HISTORICAL_UPDATE",
  ),
  "liabilities.updated": sample("A card or loan was paid", "LIABILITIES:DEFAULT_UPDATE"),
  "statements.refreshed": sample(
    "The statements of a refresh can be read",
    "STATEMENTS:STATEMENTS_REFRESH_COMPLETE",
  ),
  "income.ready": sample("The income is ready", "INCOME:PRODUCT_READY"),
  "assets.ready": sample("An Asset Report is ready", "ASSETS:PRODUCT_READY"),
  "assets.failed": sample("An Asset Report failed", "ASSETS:ERROR"),
};

const PURCHASES = [
  { amount: 4.8, description: "Moonbean Coffee" },
  { amount: 36.45, description: "Corner Grocer" },
  { amount: 12.5, description: "City Transit" },
];
