import { expect, test } from "vitest";
import type { Cursor, ItemRow } from "../../server/domain/dashboard/lists.ts";
import type { ContractContext } from "./contract-context.ts";
import { NOW, sampleClient, sampleItem } from "./samples.ts";

/** The contract of every store for lists of Items. */
export const itemListsContract = ({ empty }: ContractContext): void => {
  test("pages of Items follow on each other, of all and of a client, in either order", async () => {
    const { clients, items, lists } = await empty();
    for (const clientId of ["client-1", "client-2"])
      await clients.add(sampleClient({ clientId, publicKey: clientId }));
    const all = [5, 1, 1, 1, 3, 2, 2, 4].map((minutes, n) => {
      const { publicToken, ...one } = sampleItem(`${n}`, {
        clientId: n % 3 === 0 ? "client-2" : "client-1",
        institutionId: n % 2 === 0 ? "ins_1" : "ins_2",
        createdAt: NOW + minutes,
      });
      return { ...one, publicToken: { ...publicToken, clientId: one.item.clientId } };
    });
    for (const item of all) await items.create(item);
    const toKey = ({ createdAt, itemId }: { createdAt: number; itemId: string }) =>
      `${createdAt} ${itemId}`;

    const toInstitutions = (clientId: string | null, limit = 9) =>
      lists.itemInstitutions(clientId, limit);
    expect(await toInstitutions(null)).toEqual(["ins_1", "ins_2"]);
    expect(await toInstitutions("client-2")).toEqual(["ins_1", "ins_2"]);
    expect(await toInstitutions(null, 1)).toEqual(["ins_1"]);
    expect(await toInstitutions("client-3")).toEqual([]);
    for (const clientId of [null, "client-1", "client-2", "client-3"])
      for (const institutionId of [null, "ins_1"])
        for (const order of ["ascending", "descending"] as const) {
          const sorted = all
            .map(({ item }) => item)
            .filter((item) => clientId === null || item.clientId === clientId)
            .filter((item) => institutionId === null || item.institutionId === institutionId)
            .map(toKey)
            .toSorted();
          const rows: ItemRow[] = [];
          let after: Cursor | null = null;
          do {
            const page = {
              clientId,
              institutionId,
              state: "live",
              order,
              after,
              limit: 2,
            } as const;
            const answer = await lists.items(page);
            rows.push(...answer.rows);
            after = answer.next;
          } while (after !== null);
          expect(rows.map(toKey)).toEqual(order === "ascending" ? sorted : sorted.toReversed());
        }
  });
};
