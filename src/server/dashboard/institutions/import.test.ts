import { expect, test } from "vitest";
import type { ImportPreview } from "../../../protocol/dashboard/dashboard-institutions.ts";
import { browser, signedIn, signInOperator } from "../../../testing/test-app/dashboard.ts";
import { testApp } from "../../../testing/test-app/test-app.ts";

const HEADER = "institution_id,name,country_codes";
const csv = (...rows: string[]) => `${[HEADER, ...rows].join("\n")}\n`;

const importer = async () => {
  const app = await testApp();
  const dashboard = browser(app);
  await signInOperator(app, dashboard);
  const post = async (path: string, text: string, file_name: string) =>
    (await dashboard.post(`institutions/import${path}`, { file_name, text })).body;
  return {
    app,
    dashboard,
    preview: async (text: string, name = "list.csv") =>
      (await post("/preview", text, name)) as ImportPreview & Record<string, unknown>,
    run: (text: string, name = "list.csv") => post("", text, name),
  };
};

test("a preview counts new, changed and unchanged rows, and changes nothing", async () => {
  const { app, preview, run } = await importer();
  await run(csv("ins_1,Corner Bank,US", "ins_2,Hill Bank,US"));
  const before = await app.services.store.institutions.all();
  const text = csv("ins_1,Corner Bank,US", "ins_2,Hill Credit Union,US CA", "ins_3,New Bank,GB");
  expect(await preview(text)).toMatchObject({
    ...{ problem: null, rows: 3, added: 1, changed: 1, same: 1, bad: 0, bad_rows: [] },
    changes: [
      { institution_id: "ins_3", name: "New Bank", fields: null },
      {
        institution_id: "ins_2",
        name: "Hill Credit Union",
        fields: expect.arrayContaining(["name", "country_codes"]),
      },
    ],
  });
  expect(await app.services.store.institutions.all()).toEqual(before);
});

test("a file is imported whole, with one entry in the audit log", async () => {
  const { app, run, preview } = await importer();
  const text = csv("ins_1,Corner Bank,US", "ins_2,Hill Bank,US");
  expect(await run(text)).toMatchObject({ added: 2, changed: 0, same: 0 });
  const [entry] = await app.services.store.audit.last(1);
  expect(entry).toMatchObject({ action: "institutions.import", subject: "list.csv" });
  expect(JSON.parse(entry?.details ?? "")).toMatchObject({
    rows: 2,
    added: 2,
    changed: 0,
    same: 0,
  });
  expect(entry?.actor.name).toMatch(/^operator /);
  const json = `{"institutions": [{"institution_id": "ins_2", "name": "Hill", "country_codes": ["US"]}]}`;
  expect(await preview(json, "")).toMatchObject({ rows: 1, changed: 1 });
  expect(await run(json, "")).toMatchObject({ added: 0, changed: 1, same: 0 });
  expect((await app.services.store.audit.last(1))[0]?.subject).toBe("pasted text");
  app.advanceClock(3000);
  const { institutions } = await app.call("/institutions/search", {
    query: "Corner Bank",
    products: ["auth"],
    country_codes: ["US"],
  });
  expect(institutions).toContainEqual(expect.objectContaining({ institution_id: "ins_1" }));
});

test("a wrong row stops the import, and is named by its line and field", async () => {
  const { app, preview, run } = await importer();
  const text = csv(
    "ins_1,Corner Bank,US",
    "ins_x,Hill Bank,US",
    "ins_109508,Mine,US",
    "ins_1,B,US",
  );
  expect(await preview(text)).toMatchObject({
    ...{ rows: 4, added: 1, bad: 3 },
    bad_rows: [
      { line: 3, problems: [expect.stringMatching(/^institution_id must be ins_ and a number/)] },
      { line: 4, problems: [expect.stringMatching(/^ins_109508 is .*; Mine needs another id/)] },
      { line: 5, problems: ["ins_1 is on line 2 already"] },
    ],
  });
  const head = await app.services.store.audit.head();
  expect((await run(text)).display_message).toBe(
    "The file cannot be imported: 3 of its rows cannot be put in, so nothing was.",
  );
  expect(await app.services.store.institutions.all()).toEqual([]);
  expect(await app.services.store.audit.head()).toEqual(head);
});

test("a file of something else is refused, in a preview and in an import", async () => {
  const { preview, run } = await importer();
  for (const [text, name, words] of [
    ["x", "list.xlsx", /its name has to end in \.csv or \.json/],
    ["a,b\n", "list.csv", /its first row names "a", "b"; the columns are/],
    ["[1", "", /is not valid JSON/],
  ] as const) {
    expect((await preview(text, name)).problem).toMatch(words);
    expect((await run(text, name)).display_message).toMatch(words);
  }
});

test("concurrent imports and a removal run one after the other", async () => {
  const { app, dashboard, run } = await importer();
  const file = (bank: string) => csv(`ins_1,${bank} One,US`, `ins_2,${bank} Two,US`);
  const counts = await Promise.all([run(file("Corner")), run(file("Hill"))]);
  expect(counts.map(({ added, changed }) => [added, changed]).toSorted()).toEqual([
    [0, 2],
    [2, 0],
  ]);
  const names = async () =>
    (await app.services.store.institutions.all()).map(({ name }) => name).toSorted();
  expect(["Corner One,Corner Two", "Hill One,Hill Two"]).toContain(String(await names()));
  const [, again] = await Promise.all([
    dashboard.post("institutions/remove", { institution_id: "ins_1" }),
    run(file("Lake")),
  ]);
  expect(await names()).toEqual(again.added === 1 ? ["Lake One", "Lake Two"] : ["Lake Two"]);
});

test("12,000 institutions fit one import; a larger body is refused", async () => {
  const { app, preview, run } = await importer();
  const rows = Array.from({ length: 12_000 }, (_, at) => `ins_${at + 1_000_000},Bank ${at},US`);
  expect(await preview(csv(...rows))).toMatchObject({ added: 12_000, bad: 0 });
  expect(await run(csv(...rows))).toMatchObject({ added: 12_000 });
  expect(await app.services.store.institutions.all()).toHaveLength(12_000);
  expect((await preview("x".repeat(12 * 1024 * 1024))).error_code).toBe("INVALID_BODY");
});

test("a JSON file of 7 MB fits one body, however many quotes and lines it has", async () => {
  const { preview } = await importer();
  const row = JSON.stringify({ institution_id: "x", aliases: [], name: "" }, null, 1);
  const rows = Math.floor((7 * 1024 * 1024) / (row.length + 2));
  const text = `[${Array.from({ length: rows }, () => row).join(",\n")}]`;
  expect((await preview(text, "list.json")).problem).toBe(
    "it has more than 100,000 rows; split it",
  );
});

test("a large body without a session is refused before it is read", async () => {
  const { app } = await signedIn();
  const { body } = await browser(app).post("institutions/import", "x".repeat(1024 * 1024));
  expect(body.error_code).toBe("INVALID_DASHBOARD_SESSION");
});
