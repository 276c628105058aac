import { expect, test } from "vitest";
import { REVOKE_JOB } from "../../server/domain/connectors/revoke-job.ts";
import type { ContractContext } from "./contract-context.ts";
import { NOW, sampleClient, sampleItem, sampleSession } from "./samples.ts";

/** The contract of every store for the connector states of Items. */
export const connectorStatesContract = ({
  migratedDatabase,
  connect,
  open,
  empty,
}: ContractContext): void => {
  const withItem = async (sealedState: string | null = null) => {
    const store = await empty();
    await store.clients.add(sampleClient());
    await store.items.create({ ...sampleItem("1"), sealedState });
    return store;
  };

  test("a state is replaced from the revision that was read, and from no other", async () => {
    const { connectorStates } = await withItem();
    expect(await connectorStates.byItemId("item-1")).toBeNull();
    expect(await connectorStates.replace("item-1", 1, "early")).toBe(false);
    expect(await connectorStates.replace("item-1", 0, "first")).toBe(true);
    expect(await connectorStates.replace("item-1", 0, "late")).toBe(false);
    expect(await connectorStates.byItemId("item-1")).toEqual({ sealed: "first", revision: 1 });
    expect(await connectorStates.replace("item-1", 1, "second")).toBe(true);
    expect(await connectorStates.replace("item-1", 1, "late")).toBe(false);
    expect(await connectorStates.byItemId("item-1")).toEqual({ sealed: "second", revision: 2 });
  });

  test("only one of the calls that replace a connector state at once succeeds", async () => {
    const { connectorStates } = await withItem();
    for (const revision of [0, 1]) {
      const calls = ["a", "b", "c"].map((name) =>
        connectorStates.replace("item-1", revision, `${name}-${revision}`),
      );
      const answers = await Promise.all(calls);
      expect(answers.toSorted()).toEqual([false, false, true]);
      const winner = ["a", "b", "c"][answers.indexOf(true)];
      expect(await connectorStates.byItemId("item-1")).toEqual({
        sealed: `${winner}-${revision}`,
        revision: revision + 1,
      });
    }
  });

  test("an Item has the state that its login brought, and another login's in its place", async () => {
    const store = await withItem("linked");
    const { connectorStates, sessions } = store;
    expect(await connectorStates.byItemId("item-1")).toEqual({ sealed: "linked", revision: 1 });
    await sessions.start(sampleSession());
    const renewal = { itemId: "item-1", sealedLogin: "again", accounts: [], loggedInAt: NOW };
    const step = { at: "credentials", institutionId: "ins_1" } as const;
    const withoutState = { step, itemRenewal: { ...renewal, sealedState: null } };
    expect(await sessions.advance(sampleSession(), withoutState)).toBe(true);
    expect(await connectorStates.byItemId("item-1")).toEqual({ sealed: "linked", revision: 1 });
    expect(await store.jobs.count(REVOKE_JOB)).toBe(0);
    const withState = { step, itemRenewal: { ...renewal, sealedState: "signed in" } };
    expect(await sessions.advance(sampleSession({ revision: 1 }), withState)).toBe(true);
    expect(await connectorStates.replace("item-1", 1, "of the login before")).toBe(false);
    expect(await connectorStates.byItemId("item-1")).toEqual({ sealed: "signed in", revision: 2 });
    // The previous login is revoked at its institution.
    expect(await store.jobs.count(REVOKE_JOB)).toBe(1);
  });

  test("a state goes with its Item, and a removed Item gets none", async () => {
    const { connectorStates, items } = await withItem("linked");
    await items.remove(sampleItem("1").item, NOW);
    expect(await connectorStates.byItemId("item-1")).toBeNull();
    expect(await connectorStates.replace("item-1", 1, "late")).toBe(false);
    expect(await connectorStates.replace("item-1", 0, "late")).toBe(false);
    expect(await connectorStates.byItemId("item-1")).toBeNull();
  });

  test("unencrypted states are listed until each is sealed, and do not replace newer ones", async () => {
    const address = await migratedDatabase();
    const store = await open(address);
    const { connectorStates } = store;
    await store.clients.add(sampleClient());
    for (const name of ["1", "2"]) await store.items.create(sampleItem(name));
    const states = ["1", "2"].map((name) => ({ item_id: `item-${name}`, state: `clear ${name}` }));
    await connect(address).insertInto("unsealed_connector_state").values(states).execute();

    expect(await connectorStates.plaintextStates()).toHaveLength(2);
    await connectorStates.seal("item-1", "sealed 1");
    expect(await connectorStates.plaintextStates()).toEqual([
      { itemId: "item-2", state: "clear 2" },
    ]);
    expect(await connectorStates.byItemId("item-1")).toEqual({ sealed: "sealed 1", revision: 1 });
    await connectorStates.replace("item-2", 0, "newer");
    await connectorStates.seal("item-2", "sealed 2");
    expect(await connectorStates.plaintextStates()).toEqual([]);
    expect(await connectorStates.byItemId("item-2")).toEqual({ sealed: "newer", revision: 1 });
  });
};
