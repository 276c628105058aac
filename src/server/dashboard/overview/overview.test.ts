import { expect, test } from "vitest";
import type { DashboardUsage } from "../../../protocol/dashboard/dashboard-overview.ts";
import { LoginResponse } from "../../../protocol/link/bridge.ts";
import { sampleClient, sampleSecret } from "../../../testing/store-contract/samples.ts";
import { browser, signedIn } from "../../../testing/test-app/dashboard.ts";

test("usage is a client's own, by month", async () => {
  const { app, dashboard } = await signedIn();
  const { access_token } = await app.link();
  for (let count = 0; count < 3; count++) await app.call("/auth/get", { access_token });
  await app.writeUsage();
  const { client_id } = app.keys;
  expect((await dashboard.post("usage", {})).body).toMatchObject({
    ...{ from: "2026-01-01", until: "2026-02-01" },
    rows: [{ client_id, product: "auth", items: 1, calls: 3 }],
  });
  const before = { clientId: client_id, itemId: "item-1", count: 5 } as const;
  await app.services.store.usage.add([
    { ...before, product: "identity", day: "2025-12-31" },
    { ...before, product: "auth", day: "2025-12-01" },
    { ...before, product: "auth", day: "2025-12-02" },
    { ...before, product: "auth", day: "2025-02-01" },
    { ...before, product: "auth", day: "2025-01-31" },
    { ...before, clientId: "another", product: "auth", day: "2025-12-02" },
  ]);
  const { months, rows } = (await dashboard.post("usage", { month: "2025-11" }))
    .body as DashboardUsage;
  expect(rows).toEqual([]);
  expect(months).toHaveLength(12);
  expect(months[0]).toEqual({ month: "2025-02", products: [{ product: "auth", calls: 5 }] });
  expect(months[10]?.month).toBe("2025-12");
  expect(months[10]?.products).toHaveLength(2);
  expect(months[10]?.products).toEqual(
    expect.arrayContaining([
      { product: "auth", calls: 10 },
      { product: "identity", calls: 5 },
    ]),
  );
  expect(months[11]).toEqual({ month: "2026-01", products: [{ product: "auth", calls: 3 }] });
  const december = (await dashboard.post("usage", { from: "2025-12-02", until: "2025-12-04" }))
    .body as DashboardUsage;
  expect(december.rows).toMatchObject([{ client_id, product: "auth", items: null, calls: 5 }]);
  expect(december.days).toHaveLength(31);
  expect(december.days.filter(({ products }) => products.length > 0)).toEqual([
    { day: "2025-12-01", products: [{ product: "auth", calls: 5 }] },
    { day: "2025-12-02", products: [{ product: "auth", calls: 5 }] },
    { day: "2025-12-31", products: [{ product: "identity", calls: 5 }] },
  ]);
  const year = await dashboard.post("usage", { from: "2025-02-01", until: "2026-01-01" });
  expect(year.body).toMatchObject({ days: [], rows: [{ calls: 15 }, { calls: 5 }] });
  for (const body of [
    { month: "2025-13" },
    { from: "2025-12-02", until: "2025-12-02" },
    { from: "2025-02-30", until: "2025-03-02" },
    { from: "2020-12-02", until: "2025-12-03" },
  ])
    expect((await dashboard.post("usage", body)).body.error_code).toBe("INVALID_FIELD");
  await app.services.store.clients.add(sampleClient({ secrets: [sampleSecret("their secret")] }));
  const other = browser(app);
  await other.signIn({ client_id: "client-1", secret: "their secret" });
  const theirs = (await other.post("usage", {})).body as DashboardUsage;
  expect([theirs.rows, theirs.months.flatMap(({ products }) => products)]).toEqual([[], []]);
});

test("institutions are listed by how many users chose them, and by how many of those connected", async () => {
  const { app, dashboard } = await signedIn();
  const choose = async (institution_id: string) => {
    const { bridge } = await app.startLink();
    await bridge("institution/select", { institution_id });
    return bridge;
  };
  const connect = async (institution_id: string) => {
    const bridge = await choose(institution_id);
    const credentials = { username: "user_good", password: "pass_good" };
    const { body } = await bridge("credentials/submit", { institution_id, credentials });
    const { request_id: _, ...fields } = body;
    const account_ids = LoginResponse.parse(fields).selection?.accounts.map(({ id }) => id);
    expect((await bridge("accounts/select", { account_ids })).status).toBe(200);
  };
  const [often, rarely] = ["ins_109508", "ins_109509"] as const;
  await choose(often);
  await choose(often);
  await connect(rarely);
  await app.writeUsage();
  const first = async (body: object, session = dashboard) => {
    const { rows } = (await session.post("institutions", body)).body as {
      rows: { institution_id: string; chosen: number }[];
    };
    return rows.slice(0, 2).map(({ institution_id, chosen }) => [institution_id, chosen]);
  };
  const byChoice = [
    [often, 2],
    [rarely, 1],
  ];
  expect(await first({ sort: "chosen" })).toEqual(byChoice);
  expect(await first({ sort: "chosen", order: "ascending" })).toEqual(byChoice.toReversed());
  expect(await first({ sort: "conversion" })).toEqual(byChoice.toReversed());
  expect(await first({ sort: "conversion", order: "ascending" })).toEqual(byChoice);
  const { name } = app.services.directory.get(rarely);
  expect((await first({ sort: "chosen", search: name }))[0]).toEqual([rarely, 1]);
  expect(await first({ sort: "chosen", limit: 1 })).toEqual([[often, 2]]);
  const tooMany = await dashboard.post("institutions", { limit: 501 });
  expect(tooMany.body.error_code).toBe("INVALID_FIELD");
  await app.services.store.clients.add(sampleClient({ secrets: [sampleSecret("their secret")] }));
  const other = browser(app);
  await other.signIn({ client_id: "client-1", secret: "their secret" });
  expect((await first({ sort: "chosen" }, other)).map(([, chosen]) => chosen)).toEqual([0, 0]);
});

test("institutions are found by name or id, with their conversion in Link", async () => {
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
