import { z } from "zod";
import { ExampleValues } from "../../protocol/dashboard/dashboard.ts";
import { dashboardCall } from "./call.ts";

/**
 * Returns values of the client's newest Item for the reference's bodies. Only in the sandbox, whose
 * data is fictional; elsewhere no session receives an access token.
 */
export const showExampleValues = dashboardCall({
  path: "/dashboard/api/example-values",
  role: "developer",
  about: "client",
  request: z.strictObject({}),
  response: ExampleValues,
  run: async (_, { clientId }, { store, vault, environment }) => {
    if (environment !== "sandbox") return { values: null };
    const {
      rows: [newest],
    } = await store.lists.items({
      ...{ after: null, order: "descending", limit: 1, state: "live" },
      ...{ clientId, institutionId: null },
    });
    const item = newest && (await store.items.byItemId(newest.itemId));
    if (!item) return { values: null };
    const [first] = await store.items.accounts(item.itemId);
    return {
      values: {
        access_token: vault.accessToken(environment, item.itemId, item.accessTokenGeneration),
        item_id: item.itemId,
        account_id: first?.account.account_id ?? null,
        user_id: item.userId,
      },
    };
  },
});
