import { once } from "node:events";
import { type AddressInfo, createServer, type Server } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { query } from "../../../../testing/postgres/databases.ts";
import { testDatabases } from "../../../../testing/postgres/test-databases.ts";
import { systemFailure } from "../../../host/data-folder/system-failure.ts";
import { postgres } from "../postgres.ts";

const databases = await testDatabases();

const problemOf = async (address: string) => {
  const failure = await postgres.inspect(address).catch((reason: Error) => reason);
  return failure instanceof Error ? postgres.explain(failure, address) : null;
};

/** Starts a server on this machine; returns its port. */
const listen = async (server: Server): Promise<number> => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
};

test("a server that is not there is said to be out of reach, without the password", async () => {
  const problem = await problemOf("postgres://jo:hunter2@localhost:1/link");
  expect(problem?.reason).toMatch(/^the database link at localhost:1 cannot be reached/);
  expect(JSON.stringify(problem)).not.toContain("hunter2");
});

test("a server that says nothing is given up on in time", async () => {
  const port = await listen(createServer());
  const problem = await problemOf(`postgres://jo@127.0.0.1:${port}/link?connect_timeout=1`);
  expect(problem?.reason).toContain("cannot be reached");
});

test("a server without TLS is named with its cure", async () => {
  const port = await listen(createServer((socket) => socket.once("data", () => socket.write("N"))));
  const problem = await problemOf(`postgres://jo@127.0.0.1:${port}/link?sslmode=require`);
  expect(problem?.reason).toContain("does not speak TLS");
});

test("a database or a user that is not there is named", async () => {
  const address = await databases.newDatabase();
  expect((await problemOf(address.replace(/\/[^/?]+\?/, "/nowhere?")))?.reason).toMatch(
    /^the database nowhere in .* is not there$/,
  );
  expect((await problemOf(address.replace("postgres@", "nobody@")))?.reason).toContain(
    "does not let this user in",
  );
});

test("a database is looked into, and stays as it is", async () => {
  const address = await databases.newDatabase();
  expect(await postgres.inspect(address)).toBeNull();
  await query(address, "create table theirs (id int)");
  expect(await postgres.inspect(address)).toMatchObject({ foreign: ["theirs"] });
  const newAddress = await databases.migratedDatabase();
  expect(await postgres.inspect(newAddress)).toMatchObject({
    foreign: [],
    pending: [],
    unknown: [],
  });
});

test("a driver's error without a code is explained, too", () => {
  const failure = new Error("Client has encountered a connection error and is not queryable");
  const address = "postgres://jo@localhost/link";
  expect(postgres.explain(failure, address)?.reason).toContain("has ended the connection");
  expect(systemFailure(failure, address)?.reason).toContain("has ended the connection");
});

test("a failure of anything else is not PostgreSQL's", () => {
  const failure = Object.assign(new Error("connect"), { code: "ECONNREFUSED" });
  expect(postgres.explain(failure, "/data/service-link.db")).toBeNull();
  expect(postgres.explain(new Error("else"), "postgres://jo@localhost/link")).toBeNull();
});
