import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hostileStatement } from "./hostile.fixture.ts";
import { hostileInvested } from "./hostile-investments.fixture.ts";
import { joined } from "./statement.fixture.ts";
import type { Statement, StatementStream } from "./statement.ts";
import { type WRITABLE_FORMATS, WRITERS } from "./writers.ts";

/** The number of statements of a format, and the number of files for them. */
const STATEMENTS = 1000;
const FILES = 10;
const SEED = 20_260_201;

type Format = (typeof WRITABLE_FORMATS)[number];
type Program = {
  format: Format;
  /** Returns the signed cents of the rows that the program read. */
  read(file: string): Promise<number[]>;
};

let folder = "";
let statements: Statement[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "readers-"));
  const canary = join(folder, "canary.include");
  const ran = join(folder, "ran");
  // A row that would change every sum.
  await writeFile(
    canary,
    `2026-01-01 * "Canary"\n  Assets:Canary  9999999.00 EUR\n  Equity:Canary  -9999999.00 EUR\n`,
  );
  const includes = ["include ", "!include ", 'include "'].map(
    (word) => `\n${word}${canary}${word.endsWith('"') ? '"' : ""}\n`,
  );
  const code = `\npython\n    open("${ran}", "w")\n`;
  const plugin = `\noption "insert_pythonpath" "TRUE"\nplugin "${folder}/canary"\n`;
  await writeFile(join(folder, "canary.py"), `open(${JSON.stringify(ran)}, "w")\n`);
  statements = [...includes, code, plugin].flatMap((attack, at) =>
    fc.sample(hostileStatement(attack), { numRuns: STATEMENTS / 5, seed: SEED + at }),
  );
});
afterAll(() => rm(folder, { recursive: true }));

const run = async (command: string, ...args: string[]): Promise<string> => {
  const { stdout } = await promisify(execFile)(command, args, {
    cwd: folder,
    env: { ...process.env, HOME: folder, LC_ALL: "C.UTF-8" },
    maxBuffer: 256 * 1024 * 1024,
  });
  return stdout;
};

const cents = (amount: string | undefined): number => Math.round(Number(amount) * 100);
const OWN = "^(Assets|Liabilities)";

/** The rows that aqbanking imported, each as a fraction: `-414%2F100%3AEUR`. */
const importByAqbanking = (importer: string, profile: string) => async (file: string) => {
  const context = `${file}.context`;
  const options = [`--importer=${importer}`, `--profile=${profile}`, "-f", file, "-c", context];
  await run("aqbanking-cli", "-n", "-D", join(folder, "settings"), "import", ...options);
  const text = await readFile(context, "utf8");
  return text
    .split("transaction {")
    .slice(1)
    .map((part) => {
      const [, units, parts = "1"] = /char value="(-?\d+)(?:%2F(\d+))?/.exec(part) ?? [];
      return Math.round((Number(units) * 100) / Number(parts));
    });
};

const PROGRAMS: Record<string, Program> = {
  hledger: {
    format: "hledger",
    read: async (file) => {
      await run("hledger", "-f", file, "check", "--strict");
      const text = await run("hledger", "-f", file, "print", "-O", "csv");
      const rows: Record<string, string>[] = parse(text, { columns: true });
      return rows
        .filter(({ account = "" }) => new RegExp(OWN).test(account))
        .map(({ amount }) => cents(amount));
    },
  },
  ledger: {
    format: "ledger",
    read: async (file) => {
      const format = String.raw`%(account)\t%(quantity(amount))\n`;
      const options = ["--init-file", "/dev/null", "--pedantic", "-f", file, "--format", format];
      const text = await run("ledger", ...options, "register", `/${OWN}/`);
      const lines = text.split("\n").filter((line) => line !== "");
      return lines.map((line) => cents(line.split("\t")[1]));
    },
  },
  "bean-check": {
    format: "beancount",
    read: async (file) => {
      await run("bean-check", file);
      const query = `SELECT number WHERE account ~ "${OWN}"`;
      const lines = (await run("bean-query", "-q", "-f", "csv", file, query)).trim().split("\n");
      return lines.slice(1).map(cents);
    },
  },
  ofxdump: {
    format: "ofx",
    read: async (file) =>
      [...(await run("ofxdump", file)).matchAll(/Total money amount: (-?[\d.]+)/g)].map(
        ([, amount]) => cents(amount),
      ),
  },
  "aqbanking-cli with MT940": {
    format: "mt940",
    read: importByAqbanking("swift", "SWIFT-MT940"),
  },
  "aqbanking-cli with camt": {
    format: "camt",
    read: importByAqbanking("xml", "camt_053_001_04"),
  },
  "aqbanking-cli with OFX": { format: "ofx", read: importByAqbanking("ofx", "default") },
};

/** The commands that check a file of investments. */
const CHECKS = {
  hledger: { format: "hledger", check: (file) => run("hledger", "-f", file, "check", "--strict") },
  ledger: {
    format: "ledger",
    check: (file) =>
      run("ledger", "--init-file", "/dev/null", "--pedantic", "-f", file, "balance", "--lots"),
  },
  "bean-check": { format: "beancount", check: (file) => run("bean-check", file) },
  ofxdump: { format: "ofx", check: (file) => run("ofxdump", file) },
} satisfies Record<string, { format: Format; check(file: string): Promise<string> }>;

/** The document type of libofx lacks the number of a reversed trade. */
const withoutReversals = ({ portfolio }: StatementStream) =>
  portfolio && {
    portfolio: {
      ...portfolio,
      transactions: portfolio.transactions.map((row) => ({ ...row, cancel_transaction_id: null })),
    },
  };

test.each(Object.entries(CHECKS))(
  "%s takes the lots of any trades",
  async (name, { format, check }) => {
    const all = fc.sample(hostileInvested(), { numRuns: 300, seed: SEED });
    for (let at = 0; at < 6; at += 1) {
      // Journals distinguish accounts by nothing but the name.
      const part = all.slice(at * 50, (at + 1) * 50).map((written, number) => ({
        ...written,
        account: { ...written.account, name: `A${number} ${written.account.name}` },
        ...(format === "ofx" && withoutReversals(written)),
      }));
      const file = join(folder, `invested-${name}-${at}.${WRITERS[format].extension}`);
      await writeFile(file, await joined(WRITERS[format].write(part, { day: "2026-02-01" })));
      await check(file);
    }
  },
  300_000,
);

const inOrder = (amounts: readonly number[]) => amounts.toSorted((a, b) => a - b);

test.each(Object.entries(PROGRAMS))(
  "%s reads a thousand hostile statements with the same rows, includes no file and runs no code",
  async (name, { format, read }) => {
    const size = STATEMENTS / FILES;
    for (let at = 0; at < FILES; at += 1) {
      const part = statements.slice(at * size, (at + 1) * size);
      const file = join(folder, `${name.replaceAll(" ", "-")}-${at}.${WRITERS[format].extension}`);
      await writeFile(file, await joined(WRITERS[format].write(part, { day: "2026-02-01" })));
      const expected = part.flatMap(({ transactions }) =>
        transactions.map(({ amount }) => cents(amount)),
      );
      expect(inOrder(await read(file))).toEqual(inOrder(expected));
      expect(existsSync(join(folder, "ran"))).toBe(false);
    }
  },
  300_000,
);
