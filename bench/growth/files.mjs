// The work on files: reading, writing and adding them, which threads do.
import { addFile, readStatements, WRITERS } from "../../dist/bench/parts.js";
import { OF_ONE_ACCOUNT, toRows, toStatementRow } from "./shapes.mjs";

const ACCOUNT = {
  id: "1234567890",
  iban: null,
  bankId: "011401533",
  name: "Checking",
  type: "checking",
  currency: "USD",
};

const statementOf = (shape, count, changes) => ({
  account: ACCOUNT,
  from: "2024-01-01",
  to: "2026-01-31",
  balances: [{ kind: "closing", amount: "100", date: "2026-01-31" }],
  transactions: toRows(shape, count).map((fields, at) => toStatementRow(fields, at, changes?.(at))),
});

const write = async (format, statement) => {
  const pieces = [];
  for await (const piece of WRITERS[format].write([statement], { day: "2026-02-01" }))
    pieces.push(piece);
  return Buffer.from(pieces.join(""));
};

const readers = ["ofx", "qif", "mt940", "camt", "csv"].map((format) => ({
  name: `read ${format}`,
  shapes: OF_ONE_ACCOUNT,
  prepare: async (shape, count) => {
    const bytes = await write(format, statementOf(shape, count));
    return () => readStatements(bytes, { dateOrder: "MDY" });
  },
}));

const writers = Object.keys(WRITERS).map((format) => ({
  name: `write ${format}`,
  shapes: OF_ONE_ACCOUNT,
  prepare: (shape, count) => {
    const statement = statementOf(shape, count);
    return () => write(format, statement);
  },
}));

const add = (text, state) =>
  addFile({
    ...{ file: text.toString("base64"), state, bank: "Bench", now: 0, samplesOnly: false },
    ...{ newKey: "new", currency: "USD", dateOrder: "MDY", answers: "other" },
  });

/** Adds all rows of a file a second time under other ids. */
const merges = ["ofx", "qif"].map((format) => ({
  name: `add ${format} a second time`,
  shapes: OF_ONE_ACCOUNT,
  prepare: async (shape, count) => {
    const first = await write(format, statementOf(shape, count));
    const second = await write(
      format,
      statementOf(shape, count, (at) => ({ id: `other${at}` })),
    );
    let { at, state, accounts } = await add(first, null);
    if (at !== "done") throw new Error(`the file asks for ${at}`);
    const { key } = accounts[0];
    return async () => {
      ({ at } = await addFile({
        ...{ file: second.toString("base64"), state, bank: "Bench", now: 0, samplesOnly: false },
        ...{ newKey: "new", account: key, currency: "USD", dateOrder: "MDY", answers: "other" },
      }));
      if (at !== "done") throw new Error(`the second file asks for ${at}`);
    };
  },
}));

/** A file of many sections has one account, or endlessly many accounts; the latter is refused. */
const sections = [true, false].map((isOne) => ({
  name: `add qif sections of ${isOne ? "one account" : "as many accounts"}`,
  shapes: ["all equal"],
  prepare: (_, count) => {
    const text = Array.from({ length: count }, (_, at) => {
      const name = isOne ? "Household" : `Household ${at}`;
      return `!Account\nN${name}\n^\n!Type:Bank\nD01/14/2026\nT-4.50\nPMoonbean\n^\n`;
    }).join("");
    return async () => {
      try {
        await add(Buffer.from(text), null);
      } catch (failure) {
        if (failure.problem !== "TOO_MANY_ACCOUNTS") throw failure;
      }
    };
  },
}));

/** The work on files. */
export const FILES = [...readers, ...writers, ...merges, ...sections];
