import { vi } from "vitest";
import { z } from "zod";
import { testReceiver } from "../../../testing/test-app/receiver.ts";
import { testApp } from "../../../testing/test-app/test-app.ts";

export const TRANSACTIONS = "/items/transactions/notify";
export const ACCOUNTS = "/items/accounts/notify";
export const BANK = "ins_109508";

const ImportAnswer = z.object({
  access_token: z.string(),
  item_id: z.string(),
  accounts: z.array(z.object({ account_id: z.string() })).min(1),
});

/** An app whose client is the partner of a bank, and a receiver of its Items' webhooks. */
export const partner = async (variables: Record<string, string> = {}) => {
  const app = await testApp(variables);
  const receiver = await testReceiver();
  const { credentials, services, post, runJobs } = app;

  /** Imports an Item for a user. No data is pulled yet. */
  const importItem = async (user_id = "user_good", institution_id = BANK, products = ["auth"]) => {
    const { accounts, ...rest } = ImportAnswer.parse(
      await app.call("/item/import", {
        institution_id,
        products,
        user_auth: { user_id, auth_token: "pass_good" },
        options: { webhook: receiver.url },
      }),
    );
    const element = {
      access_token: rest.access_token,
      account_id: accounts[0]?.account_id ?? "",
      new_since: "2026-01-15",
    };
    return { ...rest, element };
  };

  /**
   * Imports an Item of an institution with new transactions at each request, and pulls its history.
   */
  const importDynamic = async (products = ["transactions"]) => {
    const importAnswer = await importItem("user_transactions_dynamic", BANK, products);
    await runJobs();
    receiver.received.length = 0;
    return importAnswer;
  };

  const notify = async (path: string, notifications: unknown, others: object = {}) => {
    const { status, headers, body } = await post(path, {
      ...credentials,
      notifications,
      ...others,
    });
    return { status, headers, code: body.error_code, message: String(body.error_message ?? "") };
  };

  /** The numbers of waiting notifications, and of waiting pulls. */
  const waiting = async () => [
    await services.store.jobs.count("take-in-notification"),
    await services.store.jobs.count("pull-notified"),
  ];

  /** Watches the bank's requests. */
  const bank = () => {
    const connector = services.directory.connectorOf(BANK);
    return {
      connector,
      transactions: vi.spyOn(connector, "transactions"),
      balances: vi.spyOn(connector, "balances"),
      identity: vi.spyOn(connector, "identity"),
    };
  };

  return { app, receiver, importItem, importDynamic, notify, waiting, bank };
};
