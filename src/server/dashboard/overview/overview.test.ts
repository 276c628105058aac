import { expect, test } from "vitest";
import { sampleClient } from "../../../testing/store-contract/samples.ts";
import { browser, signedIn } from "../../../testing/test-app/dashboard.ts";
import { digest } from "../../domain/identifiers.ts";

test("usage is a client's own, by month", async () => {
  const { app, dashboard } = await signedIn();
  const { access_token } = await app.link();
  for (let count = 0; count < 3; count++) await app.call("/auth/get", { access_token });
  await app.writeUsage();
  const { client_id } = app.keys;
  expect((await dashboard.post("usage", {})).body).toMatchObject({
    month: "2026-01",
    rows: [{ client_id, product: "auth", items: 1, calls: 3 }],
  });
  expect((await dashboard.post("usage", { month: "2025-12" })).body.rows).toEqual([]);
  expect((await dashboard.post("usage", { month: "2025-13" })).body.error_code).toBe(
    "INVALID_FIELD",
  );
  await app.services.store.clients.add(sampleClient({ secretDigest: digest("their secret") }));
  const other = browser(app);
  await other.signIn({ client_id: "client-1", secret: "their secret" });
  expect((await other.post("usage", {})).body.rows).toEqual([]);
});

test("institutions are found by name or id, and say how they do in Link", async () => {
  const { app, dashboard } = await signedIn();
  const { bridge } = await app.startLink();
  await bridge("institution/select", { institution_id: "ins_109508" });
  await app.writeUsage();
  const rows = async (body: object) =>
    (await dashboard.post("institutions", body)).body as { rows: object[]; next: string | null };
  const first = await rows({});
  expect(first.rows).toHaveLength(50);
  const second = await rows({ after: first.next });
  expect(second.rows[0]).not.toEqual(first.rows[0]);
  for (const search of ["ins_109508", "First Platypus"])
    expect((await rows({ search })).rows[0]).toMatchObject({
      institution_id: "ins_109508",
      name: "First Platypus Bank",
      chosen: 1,
      connected: 0,
    });
  expect((await rows({ search: "ins_0" })).rows).toEqual([]);
});
