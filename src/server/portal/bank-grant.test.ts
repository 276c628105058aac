import { expect, test } from "vitest";
import { portalBrowser } from "../../testing/test-app/portal.ts";
import { BANK_ID, bankApp } from "../connectors/data-api/bank-app.fixture.ts";
import { openLogin } from "../domain/connectors/open-login.ts";

type Setup = Awaited<ReturnType<typeof bankApp>>;
type Person = ReturnType<typeof portalBrowser>;
type End = (person: Person, connection_id: string, setup: Setup) => Promise<unknown>;

/** Stops sharing the accounts, one after the other. */
const stopAll: End = async (person, connection_id) => {
  const [connection] = (await person.connections()).connections;
  for (const { account_id } of connection?.accounts ?? [])
    await person.post("connection/stop-sharing", { connection_id, account_id });
};

const ENDINGS: [string, End][] = [
  [
    "ends a connection",
    (person, connection_id) => person.post("connection/end", { connection_id }),
  ],
  ["stops sharing the last account", stopAll],
  ["erases one", (person, connection_id) => person.post("connection/erase", { connection_id })],
  ["erases all", (person) => person.post("erase", {})],
  [
    "ends a connection that they erase before the bank is told",
    async (person, connection_id) => {
      await person.post("connection/end", { connection_id });
      await person.post("connection/erase", { connection_id });
    },
  ],
  [
    "erases one while the bank is down",
    async (person, connection_id, setup) => {
      await setup.closeBank();
      await person.post("connection/erase", { connection_id });
      await setup.app.runJobs();
      await setup.openBank();
      setup.app.advanceClock(60_000);
    },
  ],
];

test.each(ENDINGS)(
  "a person who %s ends its grant at the bank, and its token opens nothing any more",
  async (_, end) => {
    const setup = await bankApp();
    const { app } = setup;
    const { services } = app;
    const { item_id } = await setup.linkItem();
    const other = await setup.linkItem({ user: { client_user_id: "user-2" } }, { login: "ben" });
    const [item, otherItem] = await Promise.all(
      [item_id, other.item_id].map((id) => services.store.items.byItemId(id)),
    );
    if (!item || !otherItem) throw new Error("an Item is not in the store");
    const [login, otherLogin] = [
      await openLogin(services, item),
      await openLogin(services, otherItem),
    ];
    const connector = services.directory.connectorOf(BANK_ID);
    expect(await connector.balances(login)).not.toEqual([]);
    expect(setup.grants()).toHaveLength(2);
    const person = portalBrowser(app);
    await person.openFromLink(item_id);
    await end(person, item_id, setup);
    await app.runJobs();
    expect(setup.grants()).toHaveLength(1);
    await expect(connector.balances(login)).rejects.toThrow();
    expect(await connector.balances(otherLogin)).not.toEqual([]);
  },
);
