import type { StatementStream, WriteOptions } from "./statement.ts";

type Write = (
  statements: readonly StatementStream[],
  options: WriteOptions,
) => AsyncIterable<string>;

/** Loads a writer at its first use, since many servers never write files. */
const loaded = (load: () => Promise<Write>): Write =>
  async function* (statements, options) {
    const write = await load();
    yield* write(statements, options);
  };

export const WRITERS = {
  ofx: {
    write: loaded(async () => (await import("./ofx/write.ts")).writeOfx),
    ...{ contentType: "application/x-ofx", extension: "ofx" },
  },
  qif: {
    write: loaded(async () => (await import("./qif/write.ts")).writeQif),
    ...{ contentType: "application/qif", extension: "qif" },
  },
  mt940: {
    write: loaded(async () => (await import("./mt940/write.ts")).writeMt940),
    ...{ contentType: "text/plain; charset=utf-8", extension: "sta" },
  },
  camt: {
    write: loaded(async () => (await import("./camt/write.ts")).writeCamt),
    ...{ contentType: "application/xml", extension: "xml" },
  },
  csv: {
    write: loaded(async () => (await import("./csv/write.ts")).writeCsv),
    ...{ contentType: "text/csv; charset=utf-8", extension: "csv" },
  },
  ledger: {
    write: loaded(async () => (await import("./ledger/write.ts")).writeLedger),
    ...{ contentType: "text/plain; charset=utf-8", extension: "ledger" },
  },
  hledger: {
    write: loaded(async () => (await import("./ledger/write.ts")).writeHledger),
    ...{ contentType: "text/plain; charset=utf-8", extension: "journal" },
  },
  beancount: {
    write: loaded(async () => (await import("./beancount/write.ts")).writeBeancount),
    ...{ contentType: "text/plain; charset=utf-8", extension: "beancount" },
  },
} satisfies Record<string, Writer>;
type Writer = { write: Write; contentType: string; extension: string };
type WritableFormat = keyof typeof WRITERS;

/** The names of the formats that are written. */
export const WRITABLE_FORMATS = Object.keys(WRITERS) as [WritableFormat, ...WritableFormat[]];
