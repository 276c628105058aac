import { describe, expect, test } from "vitest";
import { fetchReports } from "../../../testing/test-app/reports.ts";
import { testApp } from "../../../testing/test-app/test-app.ts";

const setUp = async () => {
  const app = await testApp();
  const reports = fetchReports(app);
  const [one, two] = [await app.link("ins_109508"), await app.link("ins_109509")];
  const token = await reports.createReady([one.access_token, two.access_token], 45, {
    client_report_id: "loan-1",
    user: { first_name: "Zoë" },
  });
  const { items } = (await reports.read(token)).report;
  return { app, ...app, ...reports, one, two, token, items };
};
type Items = Awaited<ReturnType<typeof setUp>>["items"];

const accountIds = (items: Items) =>
  items.flatMap(({ accounts }) => accounts.map(({ account_id }) => account_id));

describe("/asset_report/filter", () => {
  test("/asset_report/filter returns a report that is ready, without the excluded accounts", async () => {
    const { call, read, token, items, advanceClock } = await setUp();
    advanceClock(3_600_000);
    const [first = ""] = accountIds(items);
    const filterResult = await call("/asset_report/filter", {
      asset_report_token: token,
      account_ids_to_exclude: [first],
    });
    const { report } = await read(String(filterResult.asset_report_token));
    const parent = (await read(token)).report;
    expect(report.asset_report_id).toBe(filterResult.asset_report_id);
    expect(report.asset_report_id).not.toBe(parent.asset_report_id);
    expect(report).toEqual({
      ...parent,
      asset_report_id: report.asset_report_id,
      items: items.map((item) => ({
        ...item,
        accounts: item.accounts.filter(({ account_id }) => account_id !== first),
      })),
    });
  });

  test("/asset_report/filter leaves out an Item without accounts, and refuses to exclude every account", async () => {
    const { call, read, refusal, token, items, two } = await setUp();
    const ofFirst = accountIds(items.slice(0, 1));
    const { asset_report_token } = await call("/asset_report/filter", {
      asset_report_token: token,
      account_ids_to_exclude: ofFirst,
    });
    const { report } = await read(String(asset_report_token));
    expect(report.items.map(({ item_id }) => item_id)).toEqual([two.item_id]);
    const filter = (of: unknown, account_ids_to_exclude: string[]) =>
      refusal("/asset_report/filter", { asset_report_token: of, account_ids_to_exclude });
    expect(await filter(token, accountIds(items))).toBe("INVALID_FIELD");
    expect(await filter(token, ["no-account"])).toBe("INVALID_ACCOUNT_ID");
    expect(await filter(asset_report_token, ofFirst)).toBe("INVALID_ACCOUNT_ID");
  });

  test("a filtered Asset Report stays after its parent is removed", async () => {
    const { call, read, token, items } = await setUp();
    const [first = ""] = accountIds(items);
    const { asset_report_token } = await call("/asset_report/filter", {
      asset_report_token: token,
      account_ids_to_exclude: [first],
    });
    const before = await read(String(asset_report_token));
    await call("/asset_report/remove", { asset_report_token: token });
    expect(await read(String(asset_report_token))).toEqual(before);
  });
});

describe("/asset_report/refresh", () => {
  test("/asset_report/refresh creates a report of the same Items, days and options with current data", async () => {
    const { call, read, refusal, runJobs, token, advanceClock } = await setUp();
    advanceClock(2 * 24 * 3_600_000);
    const again = await call("/asset_report/refresh", { asset_report_token: token });
    const asset_report_token = String(again.asset_report_token);
    expect(await refusal("/asset_report/get", { asset_report_token })).toBe("PRODUCT_NOT_READY");
    await runJobs();
    const [before, after] = [(await read(token)).report, (await read(asset_report_token)).report];
    expect(after.asset_report_id).not.toBe(before.asset_report_id);
    expect(after).toMatchObject({
      client_report_id: "loan-1",
      date_generated: "2026-01-17T12:00:00.000Z",
      days_requested: 45,
      user: before.user,
    });
    expect(accountIds(after.items)).toEqual(accountIds(before.items));
    expect(after.items[0]?.accounts[0]?.historical_balances[0]?.date).toBe("2026-01-17");
  });

  test("/asset_report/refresh takes other days and options, without the accounts filtered out before", async () => {
    const { call, read, runJobs, token, items } = await setUp();
    const [first = "", ...others] = accountIds(items);
    const filterResult = await call("/asset_report/filter", {
      asset_report_token: token,
      account_ids_to_exclude: [first],
    });
    const { asset_report_token } = await call("/asset_report/refresh", {
      asset_report_token: filterResult.asset_report_token,
      days_requested: 7,
      options: { client_report_id: "", user: { last_name: "Other" } },
    });
    await runJobs();
    const { report } = await read(String(asset_report_token));
    expect(accountIds(report.items)).toEqual(others);
    expect(report).toMatchObject({
      client_report_id: null,
      days_requested: 7,
      user: { first_name: null, last_name: "Other" },
    });
  });
});

describe("/asset_report/remove", () => {
  test("/asset_report/remove ends the report and its audit copies, once", async () => {
    const { call, refusal, token: asset_report_token, items } = await setUp();
    const { audit_copy_token } = await call("/asset_report/audit_copy/create", {
      asset_report_token,
    });
    expect(await call("/asset_report/remove", { asset_report_token })).toMatchObject({
      removed: true,
    });
    for (const path of ["/asset_report/get", "/asset_report/pdf/get", "/asset_report/remove"])
      expect(await refusal(path, { asset_report_token })).toBe("INVALID_ASSET_REPORT_TOKEN");
    for (const path of ["/asset_report/audit_copy/get", "/asset_report/audit_copy/remove"])
      expect(await refusal(path, { audit_copy_token })).toBe("INVALID_AUDIT_COPY_TOKEN");
    const account_ids_to_exclude = accountIds(items).slice(0, 1);
    const filter = { asset_report_token, account_ids_to_exclude };
    expect(await refusal("/asset_report/filter", filter)).toBe("INVALID_PARENT");
    for (const path of ["/asset_report/refresh", "/asset_report/audit_copy/create"])
      expect(await refusal(path, { asset_report_token })).toBe("INVALID_PARENT");
  });

  test("/asset_report/remove ends a report that is not ready yet", async () => {
    const { create, refusal, call, runJobs, one } = await setUp();
    const { token: asset_report_token } = await create([one.access_token]);
    await call("/asset_report/remove", { asset_report_token });
    await runJobs();
    expect(await refusal("/asset_report/get", { asset_report_token })).toBe(
      "INVALID_ASSET_REPORT_TOKEN",
    );
  });
});

describe("an audit copy", () => {
  const COPY = "/asset_report/audit_copy";

  test("an audit copy is read by any client with its token, until its own client removes it", async () => {
    const { app, call, read, refusal, anotherClient, token } = await setUp();
    const { audit_copy_token } = await call(`${COPY}/create`, { asset_report_token: token });
    expect(audit_copy_token).toMatch(/^a-sandbox-[0-9A-Za-z]+$/);
    const auditor = await anotherClient();
    const { body } = await app.post(`${COPY}/get`, { ...auditor, audit_copy_token });
    expect(body).toEqual({ ...(await read(token)), request_id: expect.any(String) });
    expect(await refusal(`${COPY}/remove`, { audit_copy_token }, auditor)).toBe(
      "INVALID_AUDIT_COPY_TOKEN",
    );
    expect(await call(`${COPY}/remove`, { audit_copy_token })).toMatchObject({ removed: true });
    for (const path of [`${COPY}/get`, `${COPY}/remove`])
      expect(await refusal(path, { audit_copy_token })).toBe("INVALID_AUDIT_COPY_TOKEN");
    await read(token);
  });

  test("an audit copy for an auditor is read by that client and its own, and no other", async () => {
    const { call, refusal, anotherClient, token } = await setUp();
    const [auditor, stranger] = [await anotherClient("auditor"), await anotherClient("stranger")];
    const { audit_copy_token } = await call(`${COPY}/create`, {
      asset_report_token: token,
      auditor_id: "auditor",
    });
    expect(await refusal(`${COPY}/get`, { audit_copy_token }, auditor)).toBe(null);
    expect(await refusal(`${COPY}/get`, { audit_copy_token })).toBe(null);
    expect(await refusal(`${COPY}/get`, { audit_copy_token }, stranger)).toBe(
      "INVALID_AUDIT_COPY_TOKEN",
    );
  });

  test("/asset_report/audit_copy/create refuses an unknown report and one that is not ready", async () => {
    const { create, refusal, one } = await setUp();
    const { token: asset_report_token } = await create([one.access_token]);
    expect(await refusal(`${COPY}/create`, { asset_report_token })).toBe("PRODUCT_NOT_READY");
    for (const audit_copy_token of ["a-sandbox-nothing", "a-production-x1", "a-", "b-sandbox-x"])
      expect(await refusal(`${COPY}/get`, { audit_copy_token })).toBe("INVALID_AUDIT_COPY_TOKEN");
  });
});

test("another client's asset_report_token is refused on every path", async () => {
  const { refusal, anotherClient, read, token: asset_report_token, items } = await setUp();
  const stranger = await anotherClient();
  const account_ids_to_exclude = accountIds(items).slice(0, 1);
  for (const [path, more] of [
    ["get", {}],
    ["pdf/get", {}],
    ["refresh", {}],
    ["filter", { account_ids_to_exclude }],
    ["remove", {}],
    ["audit_copy/create", {}],
  ] as const)
    expect(
      await refusal(`/asset_report/${path}`, { asset_report_token, ...more }, stranger),
      path,
    ).toBe("INVALID_ASSET_REPORT_TOKEN");
  await read(asset_report_token);
});
