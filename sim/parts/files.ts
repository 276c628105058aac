import { addFile } from "../../src/server/connectors/files/add-file.ts";
import { readKeys, readTransactions } from "../../src/server/connectors/files/bank-transactions.ts";
import {
  createFilesConnector,
  filesInstitution,
} from "../../src/server/connectors/files/connector.ts";
import { previewFile } from "../../src/server/connectors/files/file-effect.ts";
import { readInvestments } from "../../src/server/connectors/files/investments.ts";
import type { Threads } from "../../src/server/connectors/files/threads.ts";
import type { Connector } from "../../src/server/domain/connectors/connector.ts";
import type { Runtime } from "../../src/server/domain/runtime.ts";
import type { AppItem, SyncedTransaction } from "../app-item.ts";
import type { Application } from "../application.ts";
import { Lost } from "../network.ts";
import { PAGE } from "../person.ts";
import type { Part, PartContext } from "./part.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const INSTITUTION = { institution_id: filesInstitution.institutionId };

const TASKS = { addFile, previewFile };
const READINGS = { readKeys, readTransactions, readInvestments };

/** Reads files without separate threads, so that the simulation controls all steps. */
const THREADS: Threads = {
  run: async (task, request, { onRead }) => (await TASKS[task](request as never, onRead)) as never,
  read: async function* (task, request) {
    yield* READINGS[task](request as never);
  },
};

/** The connectors of a process. The files connector reads without threads. */
export const withFilesInProcess = (
  connectors: readonly Connector[],
  services: Pick<Runtime, "clock" | "random" | "every">,
): Connector[] => [
  ...connectors.filter((one) => !one.institutions().includes(filesInstitution)),
  createFilesConnector({ ...services, environment: "sandbox" }, THREADS),
];

/** The shares of repeated purchases on a day, and of files sent twice or concurrently. */
const SHARE_OF_TWINS = 0.15;
const SHARE_AT_ONCE = 0.4;

/** Names without a word for a direction, so that signs cannot be guessed from them. */
const SHOPS = [
  ...["Moonbean Records", "Greenway Market", "Papaya Cinema", "Juniper Labs", "Lantern Books"],
  ...["Cedar Garden", "Northline Mobile", "Hazel Bakery"],
];

type Row = { id: string; day: string; cents: number; name: string };

/** An account whose customer downloads files at a bank: with or without ids for their rows. */
type Source = {
  kind: "ofx" | "csv";
  number: string;
  rows: Row[];
  application: Application;
  item: AppItem;
  accountId: string | undefined;
  /** The rows of accepted files, and the rows of files that may have been accepted. */
  sure: Set<Row>;
  sent: Set<Row>;
};

/**
 * Files of a bank: each of their rows is one transaction, even in overlapping or concurrent files.
 */
export const createFiles = ({ world, network, applications }: PartContext): Part => {
  const draw = world.draw("files");
  const sources: Source[] = [];
  let lastId = 0;

  const today = (): string => new Date(world.now()).toISOString().slice(0, 10);

  /** The customer pays on a day; sometimes twice the same. */
  const pay = (rows: Row[], time: number): void => {
    const day = new Date(time).toISOString().slice(0, 10);
    const row = {
      day,
      cents: draw.between(1, 20_000) * (draw.chance(0.2) ? 1 : -1),
      name: draw.pick(SHOPS),
    };
    for (let times = draw.chance(SHARE_OF_TWINS) ? 2 : 1; times > 0; times--)
      rows.push({ ...row, id: `T${++lastId}` });
  };

  /** The rows of whole days from a drawn day on. Today's rows may be incomplete. */
  const download = ({ rows }: Pick<Source, "rows">): Row[] => {
    const ended = rows.filter(({ day }) => day < today());
    const first = draw.pick(ended).day;
    return ended.filter(({ day }) => day >= first);
  };

  const call = async (token: string, path: string, body: object) => {
    try {
      const headers = token === "" ? {} : { authorization: `Bearer ${token}` };
      const answer = await network.send("file sender", { method: "POST", path, headers, body });
      return answer.status === 200 ? answer.body : null;
    } catch (cause) {
      if (!(cause instanceof Lost)) throw cause;
      return null;
    }
  };

  /** Takes a person through Link with the first file. */
  const link = async (): Promise<void> => {
    const living = applications.filter(({ isRemoved }) => !isRemoved);
    const application = draw.pick(living);
    const username = `file-person-${sources.length}`;
    const kind = draw.pick(["ofx", "csv"] as const);
    const rows: Row[] = [];
    for (let days = 30; days > 0; days -= draw.between(1, 3))
      pay(rows, world.now() - days * DAY_MS);
    const number = `SAMPLE-${++lastId}`;
    const began = world.now();
    const created = await application.createLinkToken(username, null, false);
    if (!created) return;
    const session = await call("", "/bridge/session/start", {
      ...{ config: { token: created.token }, origin: PAGE },
    });
    if (!session) return;
    const submit = (path: string, body: object) =>
      call(String(session.session_token), `/bridge/${path}`, {
        ...{ submission_id: `file-${String(++lastId).padStart(16, "0")}`, ...body },
      });
    await call(String(session.session_token), "/bridge/institution/select", INSTITUTION);
    const first = download({ rows });
    const file = writeFile({ kind, number }, first);
    let step = await submit("credentials/submit", {
      ...INSTITUTION,
      credentials: { bank: "Lantern Bank", file },
    });
    const { questions } = (step?.challenge ?? {}) as { questions?: { chosen?: string }[] };
    if (questions)
      step = await submit("mfa/submit", { answers: questions.map(({ chosen = "" }) => chosen) });
    const { connection, selection } = (step ?? {}) as Step;
    const account_ids = selection?.accounts.map(({ id }) => id);
    const publicToken =
      connection?.public_token ??
      (account_ids && (await submit("accounts/select", { account_ids }))?.public_token);
    if (!publicToken) return;
    const before = new Set(application.items);
    await application.exchange(String(publicToken), { username, bank: null }, began);
    const item = application.items.find((one) => !before.has(one) && one.username === username);
    if (!item) return;
    const shown = await application.read(item, "/accounts/get");
    const [account] = (shown?.accounts ?? []) as { account_id: string }[];
    const source = { kind, number, rows, application, item, accountId: account?.account_id };
    sources.push({ ...source, sure: new Set(first), sent: new Set(first) });
    world.note("file sender", "file", "first", item.itemId, kind, String(first.length));
  };

  /** Adds a newer file, sometimes twice at once, or concurrently with another file. */
  const add = async (source: Source): Promise<void> => {
    if (source.kind === "csv" && source.accountId === undefined) return;
    const rows = download(source);
    if (draw.chance(SHARE_AT_ONCE)) {
      const others = draw.chance(0.5) ? rows : download(source);
      world.scheduler.start(source.application.name, null, () => send(source, others));
    }
    await send(source, rows);
  };

  const send = async (source: Source, rows: Row[]): Promise<void> => {
    const { application, item, kind, accountId } = source;
    const { token } = item;
    for (const row of rows) source.sent.add(row);
    const answer = await application.call("/item/files/add", {
      ...{ access_token: token, file: writeFile(source, rows), possible_matches: "same" },
      ...(kind === "csv" && { account_id: accountId, csv: CSV_RULES }),
    });
    world.require(
      answer?.body.error_code !== "INVALID_FILE",
      () => `a file of ${item.itemId} is refused: ${String(answer?.body.error_message)}`,
    );
    if (answer?.status !== 200) return;
    const { added } = answer.body as { added: number };
    world.require(
      added <= rows.length,
      () => `a file of ${rows.length} rows adds ${added} to ${item.itemId}`,
    );
    for (const row of rows) source.sure.add(row);
    world.note("file sender", "file", "added", item.itemId, String(added));
  };

  /** Each sent row is one transaction, and there is no other transaction. */
  const check = ({ item, sure, sent }: Source): void => {
    const copied = count([...item.copy.values()].map(toText));
    const [least, most] = [count([...sure].map(toRowText)), count([...sent].map(toRowText))];
    for (const [text, times] of copied)
      world.require(
        times <= (most.get(text) ?? 0),
        () => `${item.itemId} has ${times} of ${text}, and its files ${most.get(text) ?? 0}`,
      );
    for (const [text, times] of least)
      world.require(
        (copied.get(text) ?? 0) >= times,
        () => `${item.itemId} has ${copied.get(text) ?? 0} of ${text}, and its files ${times}`,
      );
  };

  return {
    name: "files",
    meanMs: 14 * HOUR_MS,
    act: async () => {
      const live = sources.filter(({ item }) => !item.isGone && !item.isUnclear);
      if (live.length === 0 || (live.length < 3 && draw.chance(0.1))) return link();
      const source = draw.pick(live);
      for (let rows = draw.between(0, 3); rows > 0; rows--) pay(source.rows, world.now());
      await add(source);
    },
    checkLast: async () => {
      for (const source of sources) {
        const { item, application } = source;
        if (item.isGone || item.isUnclear || application.isRemoved) continue;
        check(source);
      }
    },
  };
};

type Step = {
  connection?: { public_token: string } | null;
  selection?: { accounts: { id: string }[] } | null;
};

const CSV_RULES = {
  ...{ delimiter: ",", skipped_rows: 1, date_order: "YMD", decimal_mark: "." },
  columns: { date: 0, description: 1, amount: 2 },
};

/** Writes a file in base64. In one kind of file, the rows have the bank's ids. */
const writeFile = (
  { kind, number }: Pick<Source, "kind" | "number">,
  rows: readonly Row[],
): string => {
  const amountOf = ({ cents }: Row) => (cents / 100).toFixed(2);
  const csv = rows.map((row) => `${row.day},${row.name},${amountOf(row)},`);
  const ofx = rows.map(
    (row) =>
      `<STMTTRN><TRNTYPE>OTHER<DTPOSTED>${row.day.replaceAll("-", "")}<TRNAMT>${amountOf(row)}` +
      `<FITID>${row.id}<NAME>${row.name}</STMTTRN>`,
  );
  const text =
    kind === "csv"
      ? ["Date,Description,Amount,SAMPLE-", ...csv].join("\n")
      : `<OFX><STMTRS><CURDEF>USD<BANKACCTFROM><BANKID>011401533<ACCTID>${number}<ACCTTYPE>CHECKING` +
        `</BANKACCTFROM><BANKTRANLIST>\n${ofx.join("\n")}\n</BANKTRANLIST></STMTRS></OFX>`;
  return Buffer.from(text).toString("base64");
};

const toText = ({ date, name, amount }: SyncedTransaction): string =>
  `${String(date)} ${String(name)} ${Math.round(Number(amount) * -100)}`;

const toRowText = ({ day, name, cents }: Row): string => `${day} ${name} ${cents}`;

const count = (texts: readonly string[]): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
};
