import { expect, test } from "vitest";
import { sampleClient } from "../../../testing/store-contract/samples.ts";
import { Fault } from "../fault.ts";
import { createTrafficLog, withKnownClients } from "./traffic-log.ts";

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

test("requests of others are logged while a client moves to another cell", async () => {
  const log = createTrafficLog();
  for (const clientId of ["moving", "client-1"])
    log.recordRequest(400, () => ({
      ...{ clientId, itemId: null, path: "/p", version: null, ms: 1, at: 1, body: {} },
      ...{ requestId: clientId, status: 400, response: "{}" },
    }));
  const byClientId = async (clientId: string) => {
    if (clientId === "moving") throw new Fault("SERVICE_UNAVAILABLE");
    return sampleClient();
  };
  const [batch] = await withKnownClients(log.drain(), { byClientId });
  expect(batch?.requests.map(({ requestId, clientId }) => [requestId, clientId])).toEqual([
    ["moving", null],
    ["client-1", "client-1"],
  ]);
  const broken = { byClientId: () => Promise.reject(new Error("no store")) };
  log.recordRequest(400, () => ({
    ...{ clientId: "client-1", itemId: null, path: "/p", version: null, ms: 1, at: 1, body: {} },
    ...{ requestId: "1", status: 400, response: "{}" },
  }));
  await expect(withKnownClients(log.drain(), broken)).rejects.toThrow("no store");
});
