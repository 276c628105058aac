import { expect, test } from "vitest";
import { portalBrowser } from "../../testing/test-app/portal.ts";
import { connect } from "./connections.fixture.ts";

const connectWithStatements = async () => {
  const connected = await connect(["statements"]);
  const { app, access_token, person, connection_id } = connected;
  await app.call("/statements/list", { access_token });
  const [connection] = (await person.connections()).connections;
  const [statement] = connection?.statements ?? [];
  if (!statement) throw new Error("the connection has statements");
  const pathOf = (id: string, connection = connection_id) =>
    `statement?${new URLSearchParams({ connection_id: connection, statement_id: id })}`;
  return { ...connected, connection, statement, path: pathOf(statement.statement_id), pathOf };
};

test("a user sees the statements of a connection, and downloads the bank's PDF", async () => {
  const { app, access_token, person, connection_id, connection, statement, path } =
    await connectWithStatements();
  expect(statement.date).toBe("2025-12-31");
  expect(connection?.accounts.map(({ account_id }) => account_id)).toContain(statement.account_id);
  const { status, headers, bytes } = await person.get(path);
  expect(status).toBe(200);
  expect(headers).toMatchObject({
    "content-type": "application/pdf",
    "content-disposition": 'attachment; filename="statement-2025-12-31.pdf"',
    "x-content-type-options": "nosniff",
    "cache-control": "no-store",
  });
  const { statement_id } = statement;
  const { client_id, secret } = app.keys;
  const keys = { client_id, secret, access_token };
  const own = await app.post("/statements/download", { ...keys, statement_id });
  expect(Buffer.from(bytes).equals(own.bytes)).toBe(true);
  const [entry] = await app.services.store.audit.last(1);
  expect(entry).toMatchObject({ action: "connection.download", subject: connection_id });
  const { body } = await person.get("data");
  expect(JSON.stringify(body)).toContain(statement_id);
});

test("statements that a bank is slow to send delay no other download, nor a report", async () => {
  const { app, person, path } = await connectWithStatements();
  const { directory, reportReads } = app.services;
  const { statements } = directory.connectorOf("ins_109508");
  if (!statements) throw new Error("the sandbox has statements");
  const { document } = statements;
  let asked = 0;
  let noteAllAsked = () => {};
  const allAsked = new Promise<void>((resolve) => {
    noteAllAsked = resolve;
  });
  let endWait = () => {};
  const wait = new Promise<void>((resolve) => {
    endWait = resolve;
  });
  Object.assign(statements, {
    document: async (...request: Parameters<typeof document>) => {
      asked += 1;
      if (asked === 8) noteAllAsked();
      await wait;
      return document(...request);
    },
  });
  const slow = Array.from({ length: 12 }, () => person.get(path));
  await allAsked;
  expect((await person.get("data")).status).toBe(200);
  const leave = await reportReads.enter("another");
  leave();
  endWait();
  Object.assign(statements, { document });
  for (const { status } of await Promise.all(slow)) expect(status).toBe(200);
});

test("a connection without statements shows none", async () => {
  const { person } = await connect();
  expect((await person.connections()).connections[0]).not.toHaveProperty("statements");
});

test("another person's statement, an unknown one and one without a session are refused", async () => {
  const { app, person, connection_id, path, pathOf } = await connectWithStatements();
  const unknown = (await person.get(pathOf("unknown"))).body;
  expect(unknown).toMatchObject({ error_code: "INVALID_FIELD" });
  const other = await app.link("ins_109508", ["statements"]);
  const foreigner = portalBrowser(app);
  await foreigner.openFromLink(other.item_id);
  for (const one of [path, path.replace(connection_id, other.item_id)])
    expect((await foreigner.get(one)).body).toMatchObject({
      error_code: "INVALID_FIELD",
      error_message: "there is no such statement among yours",
    });
  const answer = await app.request({ method: "GET", url: `/account/${path}` });
  expect(answer.json()).toMatchObject({ error_code: "INVALID_ACCOUNT_SESSION" });
  await app.call("/item/remove", { access_token: other.access_token });
});
