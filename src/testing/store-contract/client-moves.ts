import { expect, test } from "vitest";
import { CLIENT_TABLES } from "../../server/store/dialects/transfer/client-tables.ts";
import { checkMovable } from "../../server/store/dialects/transfer/movable-client.ts";
import { moveClient, undoMove } from "../../server/store/dialects/transfer/move-client.ts";
import { TABLE_NAMES } from "../../server/store/dialects/transfer/table-keys.ts";
import { isPerson, moveStores } from "./client-move-stores.ts";
import { ITEMS } from "./client-rows.ts";
import type { ContractContext } from "./contract-context.ts";
import { inserterOf } from "./inserter.ts";
import { NOW } from "./samples.ts";

/** The contract of every store for a client's move into another store. */
export const clientMoveContract = (context: ContractContext): void => {
  const { filled, fetchRows, countAt } = moveStores(context);

  const options = {
    ...{ clientId: "one", moveId: "move-1", now: NOW, progress: () => {} },
    actor: { kind: "operator", name: "ann" } as const,
    names: { source: "cell a", target: "cell b" },
  };

  test("a client that moves has each row in the other store, and none in the first", async () => {
    const [source, target] = [await filled("one", "two"), await filled("three")];
    const [one, two, three] = await Promise.all([
      fetchRows(source, "one"),
      fetchRows(source, "two"),
      fetchRows(target, "three"),
    ]);
    const totals = await moveClient(source, target, options);
    expect(totals?.rows).toBeGreaterThan(1000);
    expect(await fetchRows(target, "one")).toEqual(one);
    expect((await fetchRows(source, "one")).filter((text) => !isPerson(text))).toEqual([]);
    expect(await fetchRows(source, "two")).toEqual(two);
    expect(await fetchRows(target, "three")).toEqual(three);
    expect([await countAt(source), await countAt(target)]).toEqual([ITEMS, 2 * ITEMS]);
    for (const db of [source, target]) {
      expect(await db.selectFrom("mark").select("name").execute()).not.toContainEqual({
        name: "client_move",
      });
      const entries = await db.selectFrom("audit_entry").select(["action", "subject"]).execute();
      expect(entries).toEqual([{ action: "client.move", subject: "one" }]);
    }
  });

  test("a move that stops anywhere goes on there, and nothing is lost or doubled", async () => {
    const [source, target] = [await filled("one", "two"), await filled("three")];
    const [one, two] = [await fetchRows(source, "one"), await fetchRows(source, "two")];
    const steps = new Set<string>();
    let isOver = false;
    for (let limit = 5; !isOver; limit += 40) {
      let batches = 0;
      const progress = (step: string, share: number) => {
        steps.add(step);
        expect(share).toBeLessThanOrEqual(1);
        if (++batches > limit) throw new Error("stopped");
      };
      isOver = await moveClient(source, target, { ...options, progress, rowsAtOnce: 100 }).then(
        () => true,
        () => false,
      );
    }
    expect([...steps]).toEqual(["copy", "compare", "remove"]);
    expect(await fetchRows(target, "one")).toEqual(one);
    expect((await fetchRows(source, "one")).filter((text) => !isPerson(text))).toEqual([]);
    expect(await fetchRows(source, "two")).toEqual(two);
    expect([await countAt(source), await countAt(target)]).toEqual([ITEMS, 2 * ITEMS]);
  });

  test("a move that is taken back leaves both stores as they were", async () => {
    const [source, target] = [await filled("one", "two"), await filled("three")];
    const [one, three] = [await fetchRows(source, "one"), await fetchRows(target, "three")];
    for (const limit of [20, 45, 80, 400]) {
      let batches = 0;
      const progress = () => {
        if (++batches > limit) throw new Error("stopped");
      };
      const move = moveClient(source, target, { ...options, progress, rowsAtOnce: 100 });
      await expect(move).rejects.toThrow("stopped");
      const undo = undoMove(source, target, { ...options, progress: () => {} });
      expect(await undo).toBeUndefined();
      expect(await fetchRows(source, "one")).toEqual(one);
      expect((await fetchRows(target, "one")).filter((text) => !isPerson(text))).toEqual([]);
      expect(await fetchRows(target, "three")).toEqual(three);
    }
    expect(await moveClient(source, target, options)).not.toBeNull();
    expect(await fetchRows(target, "one")).toEqual(one);
  });

  test("a row that differs in the other store keeps the client where it is", async () => {
    const [source, target] = [await filled("one"), await filled("three")];
    const one = await fetchRows(source, "one");
    const progress = (step: string) => {
      if (step === "compare") throw new Error("stopped");
    };
    await expect(moveClient(source, target, { ...options, progress })).rejects.toThrow("stopped");
    await target
      .updateTable("item")
      .set({ created_at: 1 })
      .where("item_id", "=", "one-item-3")
      .execute();
    await expect(moveClient(source, target, options)).rejects.toMatchObject({
      reason: "different",
      message: `its table item has ${ITEMS + 1} rows that are not the ${ITEMS + 1} of the source`,
    });
    expect(await fetchRows(source, "one")).toEqual(one);
  });

  test("a person whom the other store knows by another id keeps that one for all Items", async () => {
    const [source, target] = [await filled("one"), await filled("three")];
    for (const [db, owner] of [
      [source, "one"],
      [target, "three"],
    ] as const)
      await db
        .updateTable("person")
        .set({ email_digest: "ann" })
        .where("person_id", "=", `person of ${owner}`)
        .execute();
    await moveClient(source, target, options);
    const people = await target.selectFrom("person_item").selectAll().orderBy("item_id").execute();
    expect(people).toEqual([
      { item_id: "one-item-0", person_id: "person of three" },
      { item_id: "three-item-0", person_id: "person of three" },
    ]);
  });

  test("a client whose own key at an aggregator is in the other store already stays", async () => {
    const [source, target] = [await filled("one", "two"), await filled("three")];
    const insert = await inserterOf(target);
    for (const db of [source, target]) {
      await (await inserterOf(db))("institution", { institution_id: "ins_1" });
      await (await inserterOf(db))("institution_connection", { institution_id: "ins_1" });
    }
    expect(await checkMovable(source, target, "one")).toEqual({ liveItems: expect.any(Number) });
    await insert("aggregator", { aggregator_id: "one-aggregator", client_id: null });
    expect(await checkMovable(source, target, "one")).toEqual({
      refusal: "it has the client's own key at the aggregator one-aggregator already",
    });
  });

  test("each table with rows of clients has a rule for a client that moves", async () => {
    const source = await filled("one");
    const filledTables = new Set<string>();
    for (const table of TABLE_NAMES)
      if (await source.selectFrom(table).selectAll().limit(1).executeTakeFirst())
        filledTables.add(table);
    expect(Object.keys(CLIENT_TABLES).toSorted()).toEqual(TABLE_NAMES.toSorted());
    for (const table of TABLE_NAMES) {
      const rule = CLIENT_TABLES[table];
      if (typeof rule !== "string") expect(filledTables, table).toContain(table);
    }
  });
};
