import { expect, test } from "vitest";
import { readStatements } from "../formats/index.ts";
import { WRITABLE_FORMATS } from "../formats/writers.ts";
import { connect } from "./connections.fixture.ts";

test("a user downloads the transactions of all connections in every format", async () => {
  const { app, person, access_token, connection_id } = await connect();
  const { total_transactions } = await app.call("/transactions/get", {
    access_token,
    start_date: "2024-01-15",
    end_date: "2026-01-15",
  });
  const { headers, bytes } = await person.get("transactions?format=csv");
  expect(headers).toMatchObject({
    "content-type": "text/csv; charset=utf-8",
    "content-disposition": 'attachment; filename="transactions.csv"',
    "cache-control": "no-store",
  });
  const { statements } = readStatements(bytes);
  const rows = statements.flatMap(({ transactions }) => transactions);
  expect(rows).toHaveLength(Number(total_transactions));
  const [entry] = await app.services.store.audit.last(1);
  expect(entry).toMatchObject({ action: "connection.download", subject: connection_id });
  for (const format of WRITABLE_FORMATS) {
    app.advanceClock(60_000);
    expect((await person.get(`transactions?format=${format}`)).status).toBe(200);
  }
});

test("an unknown format, a flood and a foreigner are refused, and nothing is logged of them", async () => {
  const { app, person } = await connect();
  const before = (await app.services.store.audit.head()).sequence;
  expect((await person.get("transactions?format=xlsx")).body).toMatchObject({
    error_code: "INVALID_FIELD",
  });
  const withoutSession = { method: "GET", url: "/account/transactions?format=csv" } as const;
  expect((await app.request(withoutSession)).json()).toMatchObject({
    error_code: "INVALID_ACCOUNT_SESSION",
  });
  expect((await app.services.store.audit.head()).sequence).toBe(before);
  const statuses = [];
  for (const path of ["data", "transactions?format=ofx", "data", "transactions?format=ofx"])
    statuses.push((await person.get(path)).status);
  expect(statuses).toEqual([200, 200, 200, 429]);
});
