import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { withParameters } from "../../../../testing/postgres/databases.ts";
import { testDatabases } from "../../../../testing/postgres/test-databases.ts";
import { blockWrites, isInUse } from "./in-use.ts";
import { open } from "./open.ts";

const databases = await testDatabases();

test("a database is in use while a server is connected, and a block holds off other writers", async () => {
  const address = await databases.migratedDatabase();
  const [server, migrator] = [
    open(address),
    open(withParameters(address, "application_name=migrator")),
  ];
  onTestFinished(() => migrator.destroy());
  const insert = sql`insert into mark (name, value) values ('one', '1')`;
  await migrator.transact(
    async (transaction) => {
      await blockWrites(transaction, ["client", "mark"]);
      await server.connection().execute(async (connection) => {
        await sql`set lock_timeout = '1ms'`.execute(connection);
        await expect(insert.execute(connection)).rejects.toMatchObject({ code: "55P03" });
        await sql`reset lock_timeout`.execute(connection);
      });
    },
    { isolation: "read committed" },
  );
  await insert.execute(server);
  expect(await isInUse(withParameters(address, "application_name=other"))).toBe(false);
  expect(await isInUse(address)).toBe(true);
  await server.destroy();
  expect(await isInUse(address)).toBe(false);
});
