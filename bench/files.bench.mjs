// Measures a server while a user uploads a file of 100,000 transactions in Link, and while a newer file of as many,
// with most of them again, is added by /item/files/add: the time of the thread that reads it, the memory, and the
// delay of the event loop, until /transactions/sync has all of them; on SQLite, and on PostgreSQL.
import { randomBytes, randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { startServer } from "../dist/bench/parts.js";
import { startServe } from "./api/servers.mjs";
import { row } from "./measure.mjs";

const ROWS = Number(process.env.FILE_ROWS ?? 100_000);
/** The newer file begins this many transactions later. */
const NEWER = ROWS / 100;
const DAYS = 690;
const DAY_MS = 86_400_000;
const FILES = { institution_id: "ins_909999" };
const KEYS = { client_id: "bench-client", secret: "bench-secret-of-files" };
const MERCHANTS = [
  "MOONBEAN COFFEE",
  "GREENWAY MARKET",
  "PAPAYA CINEMA",
  "CITY POWER",
  "NORTHLINE",
];

const MAX_THREAD_MS = 2000;
const MAX_MORE_MB = 150;
const MAX_DELAY_MS = 50;

/** The rows of this bench. */
export const bench = async () => {
  const sqlite = await benchOn("SQLite");
  const postgres = await startServer();
  try {
    return [...sqlite, ...(await benchOn("PostgreSQL", { DATABASE_URL: postgres.address }))];
  } finally {
    await postgres.stop();
  }
};

async function benchOn(store, variables = {}) {
  const folder = mkdtempSync(join(tmpdir(), "service-link-bench-"));
  const service = await startServe(folder, {
    ...variables,
    SERVICE_LINK_CLIENT_ID: KEYS.client_id,
    SERVICE_LINK_SECRET: KEYS.secret,
  });
  try {
    const post = poster(service.port);
    // The first file warms up.
    await linkFile(post, fileOf(0, 100));
    await setTimeout(2000);
    const first = fileOf(0, ROWS);
    const link = await measured(service, async () => {
      const access_token = await linkFile(post, first);
      return { access_token, count: await countTransactions(post, access_token, ROWS) };
    });
    const { access_token } = link.result;
    const newer = fileOf(NEWER, ROWS);
    const added = await measured(service, async () => {
      await post("/item/files/add", { ...KEYS, access_token, file: newer });
      return { count: await countTransactions(post, access_token, ROWS + NEWER) };
    });
    return [
      ...toRows(`${store}, a file of ${ROWS} in Link`, link, ROWS),
      ...toRows(`${store}, a newer one, ${NEWER} new`, added, ROWS + NEWER),
    ];
  } finally {
    await service.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measured(service, work) {
  const before = await service.used();
  await setTimeout(500);
  const began = performance.now();
  const result = await work();
  const ms = performance.now() - began;
  const after = await service.used();
  return {
    ...{ result, ms, threadMs: after.threadMs, delayMs: after.delayMs, turnMs: after.turnMs },
    moreMb: after.phasePeakMb - before.rssMb,
    cpuMs: after.cpuMs.before - before.cpuMs.after,
  };
}

const toRows = (name, { result, ms, threadMs, delayMs, turnMs, moreMb, cpuMs }, count) => [
  row(`${name}: not in /transactions/sync`, count - result.count, "transactions", { max: 0 }),
  row(`${name}: the longest thread`, threadMs, "ms CPU", { max: MAX_THREAD_MS }),
  row(`${name}: memory, more than before`, moreMb, "MB", { max: MAX_MORE_MB }),
  row(`${name}: the longest turn of the event loop`, turnMs, "ms CPU", { max: MAX_DELAY_MS }),
  row(`${name}: its longest delay, by the clock`, delayMs, "ms"),
  row(`${name}: until all is read by the application`, ms, "ms"),
  row(`${name}: CPU`, cpuMs, "ms"),
];

/** A statement in OFX as Link sends it: compressed, in base64. */
function fileOf(from, count) {
  const first = Date.now() - DAYS * DAY_MS;
  const lines = Array.from({ length: count }, (_, at) => {
    const n = from + at;
    const day = compact(first + Math.floor((n * DAYS) / (ROWS + NEWER)) * DAY_MS);
    const amount = ((n * 7919) % 20_000) / 100 - 150;
    const name = `${MERCHANTS[n % MERCHANTS.length]} ${(n * 31) % 997}`;
    return (
      `<STMTTRN><TRNTYPE>OTHER<DTPOSTED>${day}<TRNAMT>${amount.toFixed(2)}<FITID>${day}${n}` +
      `<NAME>${name}<MEMO>CARD ${1000 + (n % 9000)} PURCHASE ${n}</STMTTRN>`
    );
  });
  return gzipSync(
    `OFXHEADER:100\nDATA:OFXSGML\nVERSION:102\nSECURITY:NONE\nENCODING:USASCII\nCHARSET:1252\nCOMPRESSION:NONE\n` +
      `OLDFILEUID:NONE\nNEWFILEUID:NONE\n\n<OFX><BANKMSGSRSV1><STMTTRNRS><TRNUID>1<STATUS><CODE>0<SEVERITY>INFO` +
      `</STATUS><STMTRS><CURDEF>USD<BANKACCTFROM><BANKID>011401533<ACCTID>SAMPLE-${count}<ACCTTYPE>CHECKING` +
      `</BANKACCTFROM><BANKTRANLIST><DTSTART>${compact(first)}<DTEND>${compact(Date.now())}\n${lines.join("\n")}\n` +
      `</BANKTRANLIST><LEDGERBAL><BALAMT>100.00<DTASOF>${compact(Date.now())}</LEDGERBAL></STMTRS></STMTTRNRS>` +
      `</BANKMSGSRSV1></OFX>`,
  ).toString("base64");
}

const compact = (ms) => new Date(ms).toISOString().slice(0, 10).replaceAll("-", "");

const poster = (port) => async (path, body, headers) => {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(`${path}: ${JSON.stringify(answer)}`);
  return answer;
};

/** Takes a user through Link with a file; returns the access token. */
async function linkFile(post, file) {
  const { link_token: token } = await post("/link/token/create", {
    ...KEYS,
    client_name: "Shop",
    language: "en",
    country_codes: ["US"],
    user: { client_user_id: randomUUID() },
    products: ["transactions"],
  });
  const id = () => randomBytes(16).toString("hex");
  const { session_token } = await post("/bridge/session/start", {
    config: { token },
    origin: "http://localhost:9999",
    link_session_id: id(),
    resume: id(),
  });
  const submit = (path, body) =>
    post(`/bridge/${path}`, body, { authorization: `Bearer ${session_token}` });
  await submit("institution/select", FILES);
  const { selection } = await submit("credentials/submit", {
    ...FILES,
    credentials: { bank: "Lantern Bank", file },
    submission_id: randomUUID(),
  });
  const { public_token } = await submit("accounts/select", {
    account_ids: selection.accounts.map((account) => account.id),
    submission_id: randomUUID(),
  });
  return (await post("/item/public_token/exchange", { ...KEYS, public_token })).access_token;
}

/** Reads all transactions like an application. Returns their number. */
async function countTransactions(post, access_token, expected) {
  let count = 0;
  for (let cursor = "", tries = 0; count < expected && tries < 1200; tries++) {
    const page = await post("/transactions/sync", { ...KEYS, access_token, cursor, count: 500 });
    count += page.added.length - page.removed.length;
    cursor = page.next_cursor;
    if (!page.has_more) await setTimeout(100);
  }
  return count;
}
