import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { samples } from "../../../testing/property-samples.ts";
import { ACCOUNTS, BANK, partner, TRANSACTIONS } from "./partner.fixture.ts";

const MAX_NOTIFICATIONS = { [TRANSACTIONS]: 2000, [ACCOUNTS]: 10_000 };
const COUNTERS = ["new_open", "new_close", "new_statement", "new_information", "new_other"];

describe.each(Object.entries(MAX_NOTIFICATIONS))("%s", (path, max) => {
  test("a list has as many elements as the spec allows, and is refused with one more", async () => {
    const { app, importItem, notify, waiting } = await partner();
    const { element } = await importItem();
    const full = Array.from({ length: max }, () => element);
    expect(await notify(path, [...full, element])).toMatchObject({
      status: 400,
      code: "INVALID_FIELD",
      message: `notifications must have at most ${max} elements`,
    });
    expect(await waiting()).toEqual([0, 0]);
    expect((await notify(path, full)).status).toBe(200);
    await app.runJobs();
    expect(await waiting()).toEqual([0, 0]);
  });

  test("one fault in the last element refuses all of them, and is named", async () => {
    const { importItem, notify, waiting } = await partner();
    const { element } = await importItem();
    const last = max - 1;
    const wrong: [object, string, string][] = [
      [{ new_since: "2026-02-30" }, "INVALID_FIELD", `notifications[${last}].new_since must be a`],
      [{ new_since: "2026-01-15\npython" }, "INVALID_FIELD", `[${last}].new_since must be a`],
      [{ account_id: "a\u202e".repeat(300) }, "INVALID_FIELD", `[${last}].account_id must have`],
      [{ account_id: 7 }, "INVALID_FIELD", `notifications[${last}].account_id must be a string`],
      [{ access_token: undefined }, "MISSING_FIELDS", `notifications[${last}].access_token is mis`],
      [{ surprise: 1 }, "UNKNOWN_FIELDS", `notifications[${last}].surprise is not known`],
    ];
    for (const [change, code, words] of wrong) {
      const list = Array.from({ length: max }, () => element);
      list[last] = { ...element, ...change };
      const answer = await notify(path, list);
      expect([answer.status, answer.code]).toEqual([400, code]);
      expect(answer.message).toContain(words);
    }
    expect(await waiting()).toEqual([0, 0]);
  });

  test("a request with very many faults names the first hundred", async () => {
    const { importItem, notify, waiting } = await partner();
    const { element } = await importItem();
    const invalid = Array.from({ length: max }, () => ({ ...element, new_since: "today" }));
    const unknown = Array.from({ length: max }, () => ({ ...element, access_token: "x" }));
    for (const [list, field] of [
      [invalid, "new_since"],
      [unknown, "access_token"],
    ] as const) {
      const { status, message } = await notify(path, list);
      expect(status).toBe(400);
      expect(message.match(/notifications\[/g)).toHaveLength(100);
      expect(message).toContain(`notifications[99].${field}`);
      expect(message).not.toContain("notifications[100]");
      expect(message.length).toBeLessThan(10_000);
    }
    expect(await waiting()).toEqual([0, 0]);
  });

  test("faults of every kind are named together, and a fault outside the list once", async () => {
    const { importItem, notify } = await partner();
    const { element } = await importItem();
    const { account_id: _, ...missing } = element;
    const list = Array.from({ length: 600 }, () => element);
    const faults = [{ ...element, more: 1 }, { ...element, new_since: 5 }, missing];
    const { code, message } = await notify(path, [...list, ...faults], { other: true });
    expect([code, message]).toEqual([
      "MISSING_FIELDS",
      "notifications[602].account_id is missing; other is not known to this path; " +
        "notifications[600].more is not known to this path; notifications[601].new_since must be a string",
    ]);
  });

  test("invalid lists, invalid elements and look-alikes are refused", async () => {
    const { importItem, notify, waiting } = await partner();
    const { element } = await importItem();
    for (const notifications of [
      {},
      { length: 1, 0: element },
      "notifications",
      null,
      [],
      [null],
      [[element]],
      [element, 5],
      [{ length: 3, size: { a: 1 } }],
    ])
      expect([notifications, (await notify(path, notifications)).status]).toEqual([
        notifications,
        400,
      ]);
    expect(await waiting()).toEqual([0, 0]);
  });

  test("names that reach into prototypes are refused wherever they are", async () => {
    const { app, importItem, waiting } = await partner();
    const { element } = await importItem();
    const good = JSON.stringify({ ...app.credentials, notifications: [element] });
    for (const name of ['"__proto__":{"x":1},', '"constructor":{"prototype":{}},']) {
      for (const place of ['{"client_id"', '{"access_token"']) {
        const { status } = await app.post(path, good.replace(place, `{${name}${place.slice(1)}`));
        expect([name, place, status]).toEqual([name, place, 400]);
      }
    }
    expect(await waiting()).toEqual([0, 0]);
  });
});

test("counters are integers from 0 on, each of them", async () => {
  const { importItem, notify, waiting } = await partner();
  const { element } = await importItem();
  for (const counter of COUNTERS)
    for (const value of [-1, 0.5, "1", true, [], 1e300])
      expect([
        counter,
        value,
        (await notify(ACCOUNTS, [{ ...element, [counter]: value }])).code,
      ]).toEqual([counter, value, "INVALID_FIELD"]);
  expect((await notify(TRANSACTIONS, [{ ...element, new_open: 1 }])).code).toBe("UNKNOWN_FIELDS");
  expect(await waiting()).toEqual([0, 0]);
});

/** Faults of an element, with the field that the message names. */
const FAULTS: [string, object][] = [
  ["access_token", { access_token: undefined }],
  ["access_token", { access_token: "access-sandbox-00000000-0000-4000-8000-000000000000" }],
  ["account_id", { account_id: null }],
  ["new_since", { new_since: "15.01.2026" }],
  ["institution_id", { institution_id: 5 }],
  ["institution_id", { institution_id: "ins_109509" }],
  ["new_other", { new_other: -1 }],
  ["more", { more: 1 }],
];

test("a request is accepted whole or not at all, with any fault at any place", async () => {
  const { app, importItem, notify } = await partner();
  const items = await Promise.all([importItem(), importItem(), importItem()]);
  const good = fc
    .constantFrom(...items.map(({ element }) => element))
    .map((element) => ({ element: { ...element, institution_id: BANK }, fault: null }));
  const bad = fc
    .tuple(good, fc.constantFrom(...FAULTS))
    .map(([{ element }, [fault, change]]) => ({ element: { ...element, ...change }, fault }));
  const list = fc.array(fc.oneof({ weight: 6, arbitrary: good }, { weight: 1, arbitrary: bad }), {
    minLength: 1,
    maxLength: 12,
  });
  const { jobs, notifiedPulls } = app.services.store;
  await fc.assert(
    fc.asyncProperty(list, async (elements) => {
      const answer = await notify(
        ACCOUNTS,
        elements.map(({ element }) => element),
      );
      const faults = elements.flatMap(({ fault }, at) =>
        fault === null ? [] : `notifications[${at}].${fault}`,
      );
      const tokens = new Set(elements.map(({ element }) => element.access_token));
      const jobCount = await jobs.count("take-in-notification");
      if (faults.length === 0) {
        expect([answer.status, jobCount]).toEqual([200, 1]);
        await app.runJobs();
      } else {
        expect([answer.status, jobCount]).toEqual([400, 0]);
        expect(faults.some((name) => answer.message.includes(name))).toBe(true);
        for (const name of answer.message.match(/notifications\[\d+\]\.\w+/g) ?? [])
          expect(faults).toContain(name);
      }
      expect(tokens.size).toBeGreaterThan(0);
      for (const { item_id } of items) expect(await notifiedPulls.ofItem(item_id)).toBeNull();
    }),
    { numRuns: samples(60) },
  );
});
