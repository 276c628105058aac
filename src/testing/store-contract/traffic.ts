import { describe, expect, test } from "vitest";
import type { LoggedRequest, RequestListRequest } from "../../server/domain/dashboard/traffic.ts";
import type { ContractContext } from "./contract-context.ts";
import { NOW } from "./samples.ts";

/**
 * Requests of two clients at two paths. Each is a minute earlier than the one before; every third
 * request failed.
 */
const REQUESTS = Array.from({ length: 60 }, (_, n): LoggedRequest => {
  const isFailed = n % 3 === 0;
  return {
    requestId: `request-${String(n).padStart(2, "0")}`,
    itemId: n % 4 === 0 ? "item-1" : null,
    clientId: n % 2 === 0 ? "client-1" : "client-2",
    path: n % 5 === 0 ? "/auth/get" : "/item/get",
    status: isFailed ? 400 : 200,
    errorCode: isFailed ? (n % 4 === 0 ? "RATE_LIMIT" : "INVALID_FIELD") : null,
    version: n % 7 === 0 ? "2018-05-22" : n % 11 === 0 ? null : "2020-09-14",
    // Some are equally slow: then the id decides.
    ms: (n * 7) % 10,
    at: NOW - n * 60_000,
    request: null,
    response: null,
  };
});

const ALL: RequestListRequest = {
  after: null,
  order: "descending",
  limit: 7,
  clientId: null,
  failed: false,
  errorCode: null,
  path: null,
  itemId: null,
  since: null,
  until: null,
  sort: "time",
};

/** The contract of every store for the log of requests. */
export const trafficContract = ({ empty }: ContractContext): void => {
  const filled = async () => {
    const { traffic } = await empty();
    await traffic.add([{ requests: REQUESTS, events: [] }]);
    return traffic;
  };

  describe("a list of requests", () => {
    const lists = [
      {},
      { clientId: "client-2" },
      { failed: true },
      { errorCode: "RATE_LIMIT" },
      { itemId: "item-1" },
    ];
    const narrower = [
      {},
      { path: "/auth/get" },
      { version: "2018-05-22" },
      { since: NOW - 20 * 60_000, until: NOW - 5 * 60_000 },
    ];

    test("has those that fit, in its order, page by page", async () => {
      const traffic = await filled();
      for (const list of lists)
        for (const other of narrower)
          for (const sort of ["time", "latency"] as const)
            for (const order of ["descending", "ascending"] as const) {
              const request = { ...ALL, ...list, ...other, sort, order };
              const ids = [];
              let { rows, next } = await traffic.requests(request);
              for (;;) {
                ids.push(...rows.map(({ requestId }) => requestId));
                if (next === null) break;
                ({ rows, next } = await traffic.requests({ ...request, after: next }));
              }
              expect([request, ids]).toEqual([request, expectedIds(request)]);
            }
    });

    test("has no rows if no row fits", async () => {
      const { rows, next } = await (await filled()).requests({ ...ALL, path: "/none" });
      expect([rows, next]).toEqual([[], null]);
    });
  });

  test("requests are counted by hour, outcome and latency, of a client and of all", async () => {
    const { requestTotals } = await empty();
    const one = { hour: 480_003, outcome: "succeeded", bin: 7, count: 2 } as const;
    const refused = { ...one, outcome: "refused", bin: 3, count: 1 } as const;
    await requestTotals.add([
      { ...one, clientId: "client-1" },
      { ...one, clientId: "client-2" },
      { ...refused, clientId: null },
    ]);
    await requestTotals.add([{ ...one, hour: 480_005, clientId: "client-1" }]);
    expect(await requestTotals.since(480_003, 1, "client-1")).toEqual([
      one,
      { ...one, hour: 480_005 },
    ]);
    const all = await requestTotals.since(480_000, 24, null);
    expect(all).toHaveLength(2);
    expect(all).toEqual(
      expect.arrayContaining([
        { ...one, hour: 480_000, count: 6 },
        { ...refused, hour: 480_000 },
      ]),
    );
    await requestTotals.purge(480_004);
    expect(await requestTotals.since(0, 1, null)).toEqual([{ ...one, hour: 480_005 }]);
  });

  test("Link sessions are counted by hour and outcome, and moved from one outcome to another", async () => {
    const { sessionTotals } = await empty();
    const open = { hour: 480_003, outcome: "open" } as const;
    const connected = { hour: 480_003, outcome: "connected" } as const;
    await sessionTotals.add([
      { ...open, count: 3, clientId: "client-1" },
      { ...open, count: 1, clientId: "client-2" },
    ]);
    await sessionTotals.add([
      { ...open, count: -1, clientId: "client-1" },
      { ...connected, count: 1, clientId: "client-1" },
      { ...connected, hour: 480_005, count: 4, clientId: "client-1" },
    ]);
    const since = async (...[hour, hours, clientId]: Parameters<typeof sessionTotals.since>) =>
      (await sessionTotals.since(hour, hours, clientId)).toSorted((a, b) => a.count - b.count);
    expect(await since(480_003, 1, "client-1")).toEqual([
      { ...connected, count: 1 },
      { ...open, count: 2 },
      { ...connected, hour: 480_005, count: 4 },
    ]);
    expect(await since(480_000, 24, null)).toEqual([
      { ...open, hour: 480_000, count: 3 },
      { ...connected, hour: 480_000, count: 5 },
    ]);
    await sessionTotals.purge(480_004);
    expect(await since(0, 1, null)).toEqual([{ ...connected, hour: 480_005, count: 4 }]);
  });

  test("errors are counted by code, of a client or of all, since a time", async () => {
    const traffic = await filled();
    const counts = (list: readonly LoggedRequest[]) =>
      ["INVALID_FIELD", "RATE_LIMIT"]
        .map((errorCode) => ({
          errorCode,
          count: list.filter((request) => request.errorCode === errorCode).length,
        }))
        .filter(({ count }) => count > 0)
        .sort((a, b) => b.count - a.count);
    expect(await traffic.versions()).toEqual(["2018-05-22", "2020-09-14"]);
    expect(await traffic.errors(null, 0)).toEqual(counts(REQUESTS));
    const own = REQUESTS.filter(({ clientId }) => clientId === "client-1");
    expect(await traffic.errors("client-1", 0)).toEqual(expect.arrayContaining(counts(own)));
    const since = NOW - 9 * 60_000;
    const recent = REQUESTS.filter(({ at }) => at >= since);
    expect(await traffic.errors(null, since)).toEqual(expect.arrayContaining(counts(recent)));
    expect(await traffic.errors("client-3", 0)).toEqual([]);
  });
};

function expectedIds(request: RequestListRequest): string[] {
  const {
    clientId,
    itemId,
    failed,
    errorCode,
    path,
    version = null,
    since,
    until,
    order,
  } = request;
  const sort = itemId === null && version === null ? request.sort : "time";
  const direction = order === "descending" ? -1 : 1;
  const toKey = ({ at, ms }: LoggedRequest) => (sort === "time" ? at : ms);
  return REQUESTS.filter(
    (loggedRequest) =>
      (clientId === null || loggedRequest.clientId === clientId) &&
      (!failed || loggedRequest.status >= 400) &&
      (itemId === null || loggedRequest.itemId === itemId) &&
      (errorCode === null || loggedRequest.errorCode === errorCode) &&
      (path === null || loggedRequest.path === path) &&
      (version === null || loggedRequest.version === version) &&
      (since === null || loggedRequest.at >= since) &&
      (until === null || loggedRequest.at < until),
  )
    .toSorted(
      (loggedRequest, b) =>
        direction *
        (toKey(loggedRequest) - toKey(b) || (loggedRequest.requestId < b.requestId ? -1 : 1)),
    )
    .map(({ requestId }) => requestId);
}
