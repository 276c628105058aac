import { testReceiver } from "./receiver.ts";
import { testApp } from "./test-app.ts";

/** The first day of an app's clock. */
export const TODAY = "2026-01-15";

type Change = { amount: number; description: string };

/** An app with a user, an Item with a new history, and a receiver of the app's webhooks. */
export const cashFlowApp = async (user: "new" | "legacy" = "new", wait = 0) => {
  const app = await testApp();
  app.advanceClock(wait);
  const receiver = await testReceiver();
  if (user === "legacy")
    await app.services.store.clients.setLegacyUserApi(app.keys.client_id, true);
  const creation = await app.call("/user/create", { client_user_id: "customer-1" });
  const userId = String(creation.user_token ?? creation.user_id);
  /** Links an Item under the user. */
  const link = async (webhook = receiver.url) => {
    const { public_token } = await app.call("/sandbox/public_token/create", {
      institution_id: "ins_109508",
      initial_products: ["transactions"],
      user_id: userId,
      options: { webhook },
    });
    const { access_token, item_id } = await app.call("/item/public_token/exchange", {
      public_token,
    });
    return { access_token: String(access_token), itemId: String(item_id) };
  };
  const item = await link();
  /** Returns the webhooks of the user's cash flow since the last call. */
  const updates = async () => {
    await app.runJobs();
    return receiver.received
      .splice(0)
      .map(({ body }) => body)
      .filter(({ webhook_type }) => webhook_type === "CASH_FLOW_UPDATES");
  };
  /** Returns the insights of each webhook since the last call. */
  const insights = async () => (await updates()).map((body) => body.insights);
  /** Books transactions today, and pulls them. */
  const add = (changes: Change[], access_token = item.access_token) =>
    app.call("/sandbox/transactions/create", {
      access_token,
      transactions: changes.map((change) => ({
        date_transacted: TODAY,
        date_posted: TODAY,
        ...change,
      })),
    });
  return { app, created: creation, userId, item, link, updates, insights, add };
};
