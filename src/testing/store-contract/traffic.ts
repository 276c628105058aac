import { describe, expect, test } from "vitest";
import type { LoggedRequest, RequestListRequest } from "../../server/domain/dashboard/traffic.ts";
import type { ContractContext } from "./contract-context.ts";
import { NOW } from "./samples.ts";

/** Requests of two clients at two paths, each a minute before the one before; every third one failed. */
const REQUESTS = Array.from({ length: 60 }, (_, n): LoggedRequest => {
  const isFailed = n % 3 === 0;
  return {
    requestId: `request-${String(n).padStart(2, "0")}`,
    clientId: n % 2 === 0 ? "client-1" : "client-2",
    path: n % 5 === 0 ? "/auth/get" : "/item/get",
    status: isFailed ? 400 : 200,
    errorCode: isFailed ? (n % 4 === 0 ? "RATE_LIMIT" : "INVALID_FIELD") : null,
    version: null,
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
  since: null,
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
    const lists = [{}, { clientId: "client-2" }, { failed: true }, { errorCode: "RATE_LIMIT" }];
    const narrower = [{}, { path: "/auth/get" }, { since: NOW - 20 * 60_000 }];

    test("has those that fit, in its order, page by page", async () => {
      const traffic = await filled();
      for (const one of lists)
        for (const other of narrower)
          for (const sort of ["time", "latency"] as const)
            for (const order of ["descending", "ascending"] as const) {
              const request = { ...ALL, ...one, ...other, sort, order };
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
  const { clientId, failed, errorCode, path, since, sort, order } = request;
  const direction = order === "descending" ? -1 : 1;
  const keyOf = ({ at, ms }: LoggedRequest) => (sort === "time" ? at : ms);
  return REQUESTS.filter(
    (loggedRequest) =>
      (clientId === null || loggedRequest.clientId === clientId) &&
      (!failed || loggedRequest.status >= 400) &&
      (errorCode === null || loggedRequest.errorCode === errorCode) &&
      (path === null || loggedRequest.path === path) &&
      (since === null || loggedRequest.at >= since),
  )
    .toSorted(
      (loggedRequest, b) =>
        direction *
        (keyOf(loggedRequest) - keyOf(b) || (loggedRequest.requestId < b.requestId ? -1 : 1)),
    )
    .map(({ requestId }) => requestId);
}
