import { crc32, gzipSync } from "node:zlib";
import { expect, onTestFinished, test } from "vitest";
import { MAX_FILE_LENGTH } from "../../../protocol/link/bridge.ts";
import { storedValues } from "../../../testing/test-app/stored-values.ts";
import { testApp } from "../../../testing/test-app/test-app.ts";

const FILES = { institution_id: "ins_909999" };
const MARK = "SAMPLE-unwanted";
const QIF_ROW = "D01/15/2026 T1.00 P SAMPLE-unwanted ^ ";

const openForm = async () => {
  const app = await testApp();
  const link = await app.startLink({ product: ["transactions"] });
  await link.bridge("institution/select", FILES);
  const submit = (file: string) =>
    link.bridge("credentials/submit", {
      ...FILES,
      credentials: { bank: "Lantern Bank", file },
    });
  return { app, submit };
};

/** An archive of one stored file that claims 10 GB in its ZIP64 fields. */
const claims10Gb = (): Buffer => {
  const name = Buffer.from("a.csv");
  const content = Buffer.from(`Date,Amount,Text\n2026-01-15,1.00,${MARK}\n`);
  const sizes = Buffer.alloc(20);
  sizes.writeUInt16LE(1, 0);
  sizes.writeUInt16LE(16, 2);
  sizes.writeBigUInt64LE(10n * 1024n ** 3n, 4);
  sizes.writeBigUInt64LE(BigInt(content.length), 12);
  const head = Buffer.alloc(26);
  head.writeUInt16LE(45, 0);
  head.writeUInt32LE(crc32(content), 10);
  head.writeUInt32LE(0xffffffff, 14);
  head.writeUInt32LE(0xffffffff, 18);
  head.writeUInt16LE(name.length, 22);
  head.writeUInt16LE(sizes.length, 24);
  const local = Buffer.concat([Buffer.from("PK\x03\x04"), head, name, sizes, content]);
  const central = Buffer.concat([
    ...[Buffer.from("PK\x01\x02\x2d\x00"), head, Buffer.alloc(14), name, sizes],
  ]);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(1, 4);
  end.writeUInt16LE(1, 6);
  end.writeUInt32LE(central.length, 8);
  end.writeUInt32LE(local.length, 12);
  return Buffer.concat([local, central, Buffer.from("PK\x05\x06"), end]);
};

test.each([
  ["a gzip bomb", gzipSync(Buffer.alloc(70 * 1024 * 1024, `${MARK} `))],
  ["an archive that claims 10 GB", claims10Gb()],
  ["QIF of 30 years on one line", Buffer.from(`!Type:Bank ${QIF_ROW.repeat(11_000)}`)],
  ["a formula for an amount", Buffer.from(`Date,Amount,Text\n2026-01-15,=1+1,${MARK}\n`)],
  ["a formula for a date", Buffer.from(`Date,Amount,Text\n=TODAY(),1.00,${MARK}\n`)],
  [
    "an external entity",
    Buffer.from(
      `<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><OFX>&b;${MARK}</OFX>`,
    ),
  ],
  [
    "entities of entities",
    Buffer.from(
      `<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "${MARK}"><!ENTITY c "&b;&b;&b;">]><Document>&c;</Document>`,
    ),
  ],
  [
    "mixed encodings",
    Buffer.concat([
      Buffer.from(`Date,Amount,Text\n2026-01-15,1.00,Caf\u00e9 ${MARK}\n2026-01-16,1.00,Caf`),
      Buffer.from([0xe9, 0x0a]),
    ]),
  ],
])("%s is refused, and nothing of it is stored", async (_, bytes) => {
  const { app, submit } = await openForm();
  const { body } = await submit(bytes.toString("base64"));
  expect(body).toMatchObject({ error_code: "INVALID_FILE", display_message: expect.any(String) });
  const stored = (await storedValues(app.folder)).filter(
    (value) => value.includes(MARK) || value.includes(bytes.toString("base64", 0, 60)),
  );
  expect(stored).toEqual([]);
});

test.each([1, 128 * 1024])(
  "a file of %i characters more than are allowed is refused",
  async (more) => {
    const { app, submit } = await openForm();
    const { status, body } = await submit(MARK.padEnd(MAX_FILE_LENGTH + more, "A"));
    expect([status, body.error_type]).toEqual([400, "INVALID_REQUEST"]);
    const stored = (await storedValues(app.folder)).filter((value) => value.includes(MARK));
    expect(stored).toEqual([]);
  },
);

test("a session reads one file at a time", async () => {
  const { submit } = await openForm();
  const reading = new Set<unknown>();
  let most = 0;
  // An old thread may end after the next thread has begun.
  const count = (worker: {
    once(event: "message" | "exit", listener: () => void): unknown;
  }): void => {
    reading.add(worker);
    most = Math.max(most, reading.size);
    worker.once("message", () => void reading.delete(worker));
    worker.once("exit", () => void reading.delete(worker));
  };
  process.on("worker", count);
  onTestFinished(() => void process.off("worker", count));
  const file = Buffer.from(`Date,Amount,Text\n2026-01-15,1.00,${MARK}\n`).toString("base64");
  const answers = await Promise.all([submit(file), submit(file), submit(file)]);
  expect(answers.map(({ status }) => status)).toContain(200);
  expect(most).toBe(1);
});
