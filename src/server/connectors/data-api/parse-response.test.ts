import { expect, test } from "vitest";
import { z } from "zod";
import { fdx } from "./dialects/fdx/dialect.ts";
import { parseBoundedJson, parsePage } from "./parse-response.ts";

test("JSON of a normal size is parsed, with any texts in it", () => {
  const value = { list: [1, "a,[{", 'quoted \\" [', "\\\\"], deep: [[[{ a: null }]]] };
  expect(parseBoundedJson(JSON.stringify(value))).toEqual(value);
  const texts = { text: "[{,".repeat(300_000) };
  expect(parseBoundedJson(JSON.stringify(texts))).toEqual(texts);
});

test("JSON that nests too deep or has too many values is not read", () => {
  const nest = (depth: number) => `${"[".repeat(depth)}${"]".repeat(depth)}`;
  const list = (length: number) => `[${Array(length).fill("{}").join()}]`;
  expect(parseBoundedJson(nest(32))).toBeDefined();
  expect(parseBoundedJson(list(90_000))).toHaveLength(90_000);
  for (const text of [nest(33), `{"a":${nest(40)}}`, list(110_000), "[1", "", '"', '"\\'])
    expect(parseBoundedJson(text)).toBeUndefined();
});

const Entry = z.object({ id: z.string() });

test("a page has its entries, and says how to go on", async () => {
  const body = { list: [{ id: "a" }, { id: "b" }], page: { nextPageKey: 7 } };
  expect(await parsePage(body, "list", Entry, fdx.nextPage)).toEqual({
    entries: [{ id: "a" }, { id: "b" }],
    next: ["pageKey", "7"],
  });
  expect(await parsePage({ page: "no" }, "list", Entry, fdx.nextPage)).toEqual({
    entries: [],
    next: null,
  });
});

test("a list that is in another form alone is refused, and one that is there as well is read", async () => {
  const read = (body: object) => parsePage(body, "list", Entry, [], ["_links.download"]);
  const _links = { download: { href: "/file" } };
  expect(await read({ _links })).toEqual({
    fields: ["_links.download: the list is elsewhere"],
  });
  for (const links of [_links, { download: null }])
    expect(await read({ list: [{ id: "a" }], _links: links })).toEqual({
      entries: [{ id: "a" }],
      next: null,
    });
  expect(await read({ _links: { download: null } })).toEqual({ entries: [], next: null });
});

test("a page that is wrong is refused by its first wrong entry, and one with too many by its size", async () => {
  const first = Array.from({ length: 9000 }, () => ({ id: "a" }));
  const wrong = await parsePage({ list: [...first, {}, 1, null] }, "list", Entry, fdx.nextPage);
  expect(wrong).toEqual({ fields: ["list.9000.id: invalid_type"] });
  const many = { list: Array.from({ length: 10_001 }, () => 1) };
  expect(await parsePage(many, "list", Entry, fdx.nextPage)).toEqual({ fields: ["list: too_big"] });
  for (const body of [null, [], "text", { list: "text" }])
    expect(await parsePage(body, "list", Entry, fdx.nextPage)).toHaveProperty("fields");
});

test("reading a page yields to the event loop between its entries", async () => {
  let turns = 0;
  const turn = () => {
    turns++;
    timer = setImmediate(turn);
  };
  let timer = setImmediate(turn);
  await parsePage(
    { list: Array.from({ length: 5000 }, () => ({ id: "a" })) },
    "list",
    Entry,
    fdx.nextPage,
  );
  clearImmediate(timer);
  expect(turns).toBeGreaterThan(10);
});
