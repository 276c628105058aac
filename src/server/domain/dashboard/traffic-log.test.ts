import { expect, test } from "vitest";
import { createTrafficLog } from "./traffic-log.ts";

test("a sample of each second is logged, errors before successful requests", () => {
  const log = createTrafficLog();
  const request = {
    ...{ clientId: "c", itemId: null, path: "/p", version: null, ms: 1, at: 1, body: {} },
  };
  for (let index = 0; index < 1000; index++)
    for (const status of [200, 400])
      log.recordRequest(status, () => ({
        ...request,
        requestId: `${status}-${index}`,
        status,
        response: "{}",
      }));
  const [batch] = log.drain();
  expect(batch?.requests.filter(({ status }) => status === 400)).toHaveLength(100);
  expect(batch?.requests).toHaveLength(200);
  expect(log.drain()).toEqual([]);
});
