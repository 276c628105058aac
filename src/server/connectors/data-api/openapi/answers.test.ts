import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { z } from "zod";
import { type Dialect, findMeaning, refusalCodeIn, valueAt } from "../dialect.ts";
import type { Reads } from "../dialect-reads.ts";
import { berlinGroup } from "../dialects/berlin-group/dialect.ts";
import { cdr } from "../dialects/cdr/dialect.ts";
import { uk } from "../dialects/uk/dialect.ts";
import { parsePage } from "../parse-response.ts";
import { instancesOf } from "./instances.fixture.ts";
import { openDocument } from "./openapi.fixture.ts";

const DOCUMENTS = [
  ["uk-3.1.11", uk, ""],
  ["uk-4.0", uk, ""],
  ["berlin-group-1.3.9", berlinGroup, "/v1"],
  ["cdr-1.36.0", cdr, ""],
] as const;

const RUNS = { numRuns: 100 };

describe.each(DOCUMENTS)("%s", (name, dialect, prefix) => {
  const document = openDocument(name);
  const answersAt = (path: string, method = "GET") => document.answers(method, `${prefix}${path}`);
  /** Generates bodies of a response that are valid by the document. */
  const bodiesAt = (path: string, status = 200, method = "GET") => {
    const answer = answersAt(path, method).find((each) => each.status === status);
    if (!answer) throw new Error(`${method} ${path} has no response ${status}`);
    return instancesOf(document.resolve, answer.schema);
  };
  const examplesAt = (path: string) =>
    answersAt(path).find(({ status }) => status === 200)?.examples ?? [];

  test("each path of the table is in the document", () => {
    const paths = pathsOfAll(dialect);
    const missing = paths.filter((path) => !document.templateOf("GET", `${prefix}${path}`));
    expect(missing).toEqual([]);
  });

  test("every documented response of accounts, transactions and owners is read, and none is lost", async () => {
    await readEach(dialect, async (reads) => {
      const { accounts, transactions, details, owners, user, statements } = reads;
      const lists: { path: string; list: string; schema: z.ZodType<unknown> }[] = [
        { path: accounts.path, list: accounts.list, schema: accounts.schema },
        { path: transactions.path, list: transactions.list, schema: transactions.schema },
        ...(transactions.pending ? [{ path: transactions.path, ...transactions.pending }] : []),
        ...(statements ? [statements] : []),
      ];
      for (const { path, list, schema } of lists) {
        const read = async (body: unknown) => {
          for (const row of rowsAt(body, list)) if (isDated(row) === false) row.bookingDate = DAY;
          const page = await parsePage(body, list, schema, dialect.nextPage);
          if ("fields" in page) throw new Error(`${path}: ${page.fields.join(", ")}`);
          expect(page.entries).toHaveLength(rowsAt(body, list).length);
        };
        for (const example of examplesAt(path)) await read(example);
        await fc.assert(fc.asyncProperty(bodiesAt(path), read), RUNS);
      }
      const objects = [details, ...owners, ...(user ? [user] : [])];
      for (const { path, schema } of objects)
        fc.assert(
          fc.property(bodiesAt(path), (body) => {
            const { error } = schema.safeParse(body);
            if (error) throw new Error(`${path}: ${error.message}`);
          }),
          RUNS,
        );
    });
  });

  test("every documented refusal has a code that the table reads, and crashes nothing", () => {
    const paths = pathsOfAll(dialect);
    for (const path of paths)
      for (const { status, schema, examples } of answersAt(path)) {
        if (status < 400) continue;
        const read = (body: unknown) => {
          const code = refusalCodeIn(dialect, body);
          findMeaning(dialect, status, code);
          return code;
        };
        for (const example of examples)
          expect(read(example), JSON.stringify(example)).not.toBe(null);
        fc.assert(
          fc.property(instancesOf(document.resolve, schema), (body) => void read(body)),
          RUNS,
        );
      }
  });

  test("every documented response to a consent has its id, its status and its end", () => {
    const { request, record } = dialect.consent;
    // A sign-in makes the consents of the Consumer Data Standards.
    if (!request || !record) return;
    fc.assert(
      fc.property(bodiesAt(request.path, 201, "POST"), (body) => {
        expect(valueAt(body, request.id)).toBeTypeOf("string");
        expect(valueAt(body, request.status)).toBeTypeOf("string");
      }),
      RUNS,
    );
    fc.assert(
      fc.property(bodiesAt(record.path), (body) => {
        const state = String(valueAt(body, request.status));
        if (request.states) expect(Object.keys(request.states)).toContain(state);
        const end = valueAt(body, record.end);
        if (end !== undefined) expect(Date.parse(String(end))).toBeGreaterThan(0);
      }),
      RUNS,
    );
  });
});

const DAY = "2026-06-01";

type Row = Record<string, unknown>;
const rowsAt = (body: unknown, list: string): Row[] => (valueAt(body, list) ?? []) as Row[];

/**
 * Whether a Berlin Group row has a date. Rows may lack one there, but a booked row without a date
 * is refused.
 */
const isDated = (row: Row): boolean | null =>
  "transactionAmount" in row
    ? ["bookingDate", "valueDate", "transactionDate"].some((field) => field in row)
    : null;

/** Passes each list of accounts of a dialect to work. */
const readEach = async (
  { withReads, withCards }: Dialect,
  work: <Account, Row, Network>(reads: Reads<Account, Row, Network>) => Promise<void>,
): Promise<void> => {
  await withReads(work);
  await withCards?.(work);
};

const pathsOfAll = ({ withReads, withCards }: Dialect): string[] => [
  ...withReads(listPaths),
  ...(withCards?.(listPaths) ?? []),
];

/** The paths of data that a table reads. */
const listPaths = <Account, Row, Network>(reads: Reads<Account, Row, Network>): string[] => {
  const { accounts, details, transactions, statements, owners, user } = reads;
  const lines = [accounts, details, transactions, statements, ...owners, user];
  return lines.flatMap((line) => (line === null ? [] : [line.path]));
};
