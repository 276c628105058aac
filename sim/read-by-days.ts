import type { ApiClient } from "./api-client.ts";
import type { SyncedTransaction } from "./app-item.ts";

/**
 * Reads all transactions of a token's Item by date, in pages of a given size; null if impossible
 * now.
 */
export const readByDays = async (
  call: ApiClient["call"],
  token: string,
  count: number,
): Promise<SyncedTransaction[] | null> => {
  const all: SyncedTransaction[] = [];
  for (;;) {
    const answer = await call("/transactions/get", {
      access_token: token,
      start_date: "2020-01-01",
      end_date: "2029-12-31",
      options: { count, offset: all.length },
    });
    if (answer?.status !== 200) return null;
    const page = answer.body as {
      transactions: SyncedTransaction[] | null;
      total_transactions: number;
    };
    all.push(...(page.transactions ?? []));
    if (!page.transactions?.length || all.length >= page.total_transactions) return all;
  }
};
