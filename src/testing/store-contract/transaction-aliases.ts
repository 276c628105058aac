import { expect, test } from "vitest";
import { newFeed } from "../../server/domain/transactions/transaction-feed.ts";
import { countTurns } from "../count-turns.ts";
import type { ContractContext } from "./contract-context.ts";
import { NOW, sampleClient, sampleItem, sampleTransaction } from "./samples.ts";

/** The contract of every store for earlier ids of transactions. */
export const transactionAliasesContract = ({ empty }: ContractContext): void => {
  test("aliases are stored with the changes of a pull, and one of them leads to another later", async () => {
    const store = await empty();
    const { clients, items, transactions } = store;
    await clients.add(sampleClient());
    await items.create(sampleItem("1"));
    await transactions.begin(newFeed("item-1"));
    const apply = async (aliases: [string, string][], revision: number) => {
      const feed = await transactions.feed("item-1");
      const changes = { added: [], modified: [], removed: [], aliases: new Map(aliases) };
      const next = { status: "INITIAL_UPDATE_COMPLETE", pulledAt: NOW } as const;
      return feed && transactions.apply({ ...feed, revision }, changes, next);
    };
    expect(await transactions.aliases("item-1")).toEqual(new Map());
    expect(
      await apply(
        [
          ["listed-1", "kept-1"],
          ["listed-2", "kept-2"],
        ],
        0,
      ),
    ).toBe(true);
    expect(await apply([["listed-2", "kept-3"]], 1)).toBe(true);
    expect(await apply([["listed-3", "kept-3"]], 1)).toBe(false);
    const all = new Map([
      ["listed-1", "kept-1"],
      ["listed-2", "kept-3"],
    ]);
    expect(await transactions.aliases("item-1")).toEqual(all);
  });

  test("pairs that may be the same are stored with their decision, and go with their account", async () => {
    const store = await empty();
    const { clients, items, transactions } = store;
    await clients.add(sampleClient());
    await items.create(sampleItem("1"));
    await transactions.begin(newFeed("item-1"));
    const possible_match = { transaction_id: "gone", score: 82.5, reasons: ["the same amount"] };
    const added = [
      sampleTransaction("1", { possible_match, persistent_transaction_id: "of all Items" }),
    ];
    const [one, other] = ["gone", "gone-too"].map((beforeId) => ({
      ...{ transactionId: "transaction-1", beforeId, accountId: "account-1" },
      ...{ score: 82.5, reasons: ["the same amount"], decision: null },
      before: {
        ...{ date: "2024-02-28", amount: 4.14, name: "Moonbean Coffee", pending: true },
        ...{ iso_currency_code: "USD", unofficial_currency_code: null },
      },
    }));
    if (!one || !other) throw new Error("there is no pair");
    const apply = async (changes: object) => {
      const feed = await transactions.feed("item-1");
      const all = { added: [], modified: [], removed: [], ...changes };
      return feed && transactions.apply(feed, all, { status: "NOT_READY", pulledAt: NOW });
    };
    await apply({ added, candidates: { set: [one, other], drop: [] } });
    expect(await transactions.byIds("item-1", [added[0]?.transaction_id ?? "", "none"])).toEqual(
      added,
    );
    expect(await transactions.matchCandidates("item-1")).toEqual([one, other]);
    const decided = { ...one, decision: "same" } as const;
    await apply({ candidates: { set: [decided], drop: [other] } });
    expect(await transactions.matchCandidates("item-1")).toEqual([decided]);
    expect(await transactions.matchCandidates("item-2")).toEqual([]);
  });

  test("many aliases, pairs and pieces of evidence are read in turns of the event loop", async () => {
    const store = await empty();
    const { clients, items, transactions } = store;
    await clients.add(sampleClient());
    await items.create(sampleItem("1"));
    await transactions.begin(newFeed("item-1"));
    const ids = Array.from({ length: 2500 }, (_, at) => `id-${String(at).padStart(4, "0")}`);
    const before = {
      ...{ date: "2024-02-28", amount: 4.14, name: "Moonbean Coffee", pending: true },
      ...{ iso_currency_code: "USD", unofficial_currency_code: null },
    };
    const pairs = ids.map((id, at) => ({
      ...{ transactionId: `of-${at % 2}`, beforeId: id, accountId: "account-1" },
      ...{ score: 82.5, reasons: ["the same amount"], decision: null, before },
    }));
    for (let from = 0; from < ids.length; from += 250) {
      const feed = await transactions.feed("item-1");
      if (!feed) throw new Error("there is no feed");
      const part = ids.slice(from, from + 250);
      const changes = {
        ...{ added: [], modified: [], removed: [] },
        aliases: new Map(part.map((id) => [id, "kept"])),
        candidates: { set: pairs.slice(from, from + 250), drop: [] },
      };
      await transactions.apply(feed, changes, { status: "NOT_READY", pulledAt: NOW });
    }
    const read = {
      aliases: async () =>
        expect(await transactions.aliases("item-1")).toEqual(
          new Map(ids.map((id) => [id, "kept"])),
        ),
      pairs: async () => {
        const inOrder = [0, 1].flatMap((rest) => pairs.filter((_, at) => at % 2 === rest));
        expect(await transactions.matchCandidates("item-1")).toEqual(inOrder);
      },
      evidence: async () => expect(await transactions.evidence("item-1", ids)).toEqual(new Map()),
    };
    for (const [name, work] of Object.entries(read))
      expect(await countTurns(work), name).toBeGreaterThanOrEqual(1);
  });

  test("evidence of payments is kept apart from what readers see, and stays while a change has none", async () => {
    const store = await empty();
    const { clients, items, transactions } = store;
    await clients.add(sampleClient());
    await items.create(sampleItem("1"));
    await transactions.begin(newFeed("item-1"));
    const [one, other] = [sampleTransaction("1"), sampleTransaction("2")];
    const ids = [one, other].map(({ transaction_id }) => transaction_id);
    const apply = async (changes: object) => {
      const feed = await transactions.feed("item-1");
      const all = { added: [], modified: [], removed: [], ...changes };
      return feed && transactions.apply(feed, all, { status: "NOT_READY", pulledAt: NOW });
    };
    const evidence = { mandateId: "M-1", original: { amount: 3, currency: "EUR" } };
    await apply({ added: [{ ...one, evidence }, other] });
    const kept = new Map([[one.transaction_id, evidence]]);
    expect(await transactions.evidence("item-1", ids)).toEqual(kept);
    const stored = await transactions.byIds("item-1", ids);
    expect(stored.toSorted((a, b) => (a.transaction_id < b.transaction_id ? -1 : 1))).toEqual([
      one,
      other,
    ]);
    await apply({ modified: [one] });
    expect(await transactions.evidence("item-1", ids)).toEqual(kept);
    const next = { endToEndId: "E-1" };
    await apply({ modified: [{ ...one, evidence: next }] });
    expect(await transactions.evidence("item-1", ids)).toEqual(
      new Map([[one.transaction_id, next]]),
    );
    expect(await transactions.evidence("item-2", ids)).toEqual(new Map());
  });
};
