import { expect, test } from "vitest";
import type { Search } from "./institution-index.ts";
import { createLocalSearch } from "./local-search.ts";

const of = (name: string): Search => {
  const row = { institution_id: "ins_1", name, mark: "arch", color: "#123456" } as const;
  return () => [row];
};

/** A browser and a server whose idle callbacks and responses the test controls. */
const browser = () => {
  const idleCallbacks: (() => void)[] = [];
  const requests: {
    address: string;
    resolve(search: Search): void;
    reject(error: unknown): void;
  }[] = [];
  const here = createLocalSearch(
    (address) =>
      new Promise((resolve, reject) => {
        requests.push({ address, resolve, reject });
      }),
    (run) => idleCallbacks.push(run),
  );
  const rest = async () => {
    for (const run of idleCallbacks.splice(0)) run();
    await Promise.resolve();
  };
  return { here, rest, requests, addresses: () => requests.map(({ address }) => address) };
};

test("the institutions are fetched once, when idle, and searched from then on", async () => {
  const { here, rest, requests, addresses } = browser();
  expect(here("/a")).toBeNull();
  expect(requests).toEqual([]);
  await rest();
  expect(here("/a")).toBeNull();
  requests[0]?.resolve(of("A"));
  await rest();
  expect(here("/a")?.("")).toEqual(of("A")(""));
  expect(addresses()).toEqual(["/a"]);
});

test("the server searches if fetching fails, and the next opening fetches again", async () => {
  const { here, rest, requests, addresses } = browser();
  here("/a");
  await rest();
  requests[0]?.reject(new Error("lost"));
  await rest();
  expect(here("/a")).toBeNull();
  await rest();
  expect(addresses()).toEqual(["/a"]);
  here(null);
  here("/a");
  await rest();
  expect(addresses()).toEqual(["/a", "/a"]);
});

test("a later opening with the same address has them already, even if they arrived in between", async () => {
  const { here, rest, requests, addresses } = browser();
  here("/a");
  await rest();
  expect(here(null)).toBeNull();
  requests[0]?.resolve(of("A"));
  await rest();
  expect(here("/a")?.("")).toEqual(of("A")(""));
  await rest();
  expect(addresses()).toEqual(["/a"]);
});

test("an opening with another address does not use the previous institutions", async () => {
  const { here, rest, requests, addresses } = browser();
  here("/a");
  await rest();
  here("/b");
  await rest();
  requests[0]?.resolve(of("A"));
  await rest();
  expect(here("/b")).toBeNull();
  requests[1]?.resolve(of("B"));
  await rest();
  expect(here("/b")?.("")).toEqual(of("B")(""));
  expect(addresses()).toEqual(["/a", "/b"]);
});
