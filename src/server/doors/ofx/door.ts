import { dateOf, dayAt } from "../../domain/calendar.ts";
import { Fault } from "../../domain/fault.ts";
import type { Grant } from "../../domain/grants/grant.ts";
import { yieldToEventLoop } from "../../domain/jobs/yield-to-event-loop.ts";
import { escapeMarkup } from "../../formats/markup.ts";
import { ofxAccountId } from "../../formats/ofx/elements.ts";
import { ofxStatement } from "../../formats/ofx/write.ts";
import { openStatements } from "../../formats/open-statements.ts";
import type { Door, DoorContext, DoorReply, DoorRequest } from "../door.ts";
import { grantedTransactions } from "../granted-transactions.ts";
import {
  admitReader,
  chargeCall,
  countReads,
  type DoorAccount,
  readAccounts,
} from "../read-grant.ts";
import {
  type Element,
  elementsAt,
  type OfxRequest,
  parseOfxDay,
  parseOfxRequest,
  textAt,
} from "./parse-request.ts";
import { isAnonymous, profileElement } from "./profile.ts";

/** OFX Direct Connect (https://www.ofx.net), 1.0.2 to 2.2, as a server. */
export const ofx: Door = {
  name: "ofx",
  routes: [{ method: "POST", path: "/ofx", handle: answer }],
  refuse: ({ message, status }) => ({
    status,
    contentType: "text/plain; charset=utf-8",
    body: message,
  }),
};

/** The statuses of the protocol that this server sends. */
const STATUSES = {
  ok: { code: 0, severity: "INFO", message: "" },
  noAccount: { code: 2003, severity: "ERROR", message: "The account is not shared" },
  repeated: { code: 2000, severity: "ERROR", message: "A request is for each account once" },
  badDates: { code: 2020, severity: "ERROR", message: "Dates must be like 20260131" },
  signOn: { code: 15500, severity: "ERROR", message: "The user or the password is wrong" },
} as const;
type Status = keyof typeof STATUSES;

/** Responds to the messages of a request: the sign-on, the list of accounts, and statements. */
async function answer({ body, address }: DoorRequest, context: DoorContext): Promise<DoorReply> {
  const request = parseOfxRequest(body);
  const now = context.clock();
  const [ofxElement = request.root] = elementsAt(request.root, ["OFX"]);
  const signOn = ["SIGNONMSGSRQV1", "SONRQ"];
  const keys = {
    grantId: textAt(ofxElement, ...signOn, "USERID"),
    secret: textAt(ofxElement, ...signOn, "USERPASS"),
  };
  const institution = institutionElement(ofxElement);
  const profile = profileResponse(ofxElement, context);
  if (profile !== "" && isAnonymous(keys.grantId))
    return reply(request, signOnResponse("ok", now, institution) + profile);
  const grant = await admitReader(context, keys, { door: "ofx", address }).catch(
    (failure: unknown) => {
      if (failure instanceof Fault && failure.code === "INVALID_API_KEYS") return null;
      throw failure;
    },
  );
  const accounts = grant && (await readAccounts(context, grant).catch(unlessOver));
  if (!grant || !accounts) return reply(request, signOnResponse("signOn", now, institution));
  const sets = KINDS.map((kind) => ({ kind, asked: statementsAsked(ofxElement, accounts, kind) }));
  const read = sets.flatMap(({ asked }) =>
    asked.flatMap((each) => ("account" in each ? each : [])),
  );
  // The request itself was counted as one.
  await countReads(context, grant, read.length - 1);
  for (const { account, isWithTransactions } of read)
    chargeCall(context, [account.connection.item], isWithTransactions ? "transactions" : "balance");
  const head = signOnResponse("ok", now, institution) + profile;
  const list = accountList(ofxElement, accounts, now);
  const bodies = sets.map(({ kind, asked }) => statements(context, grant, asked, kind));
  return reply(request, head + list, bodies);
}

/** A grant that shows no account any more has ended. */
function unlessOver(failure: unknown): null {
  if (failure instanceof Fault && failure.code === "INVALID_API_KEYS") return null;
  throw failure;
}

const signOnResponse = (status: Status, now: number, institution: string): string =>
  `<SIGNONMSGSRSV1><SONRS>${statusElement(status)}<DTSERVER>${stampOf(now)}</DTSERVER>` +
  `<LANGUAGE>ENG</LANGUAGE>${institution}</SONRS></SIGNONMSGSRSV1>`;

/** The institution of a request, as the program names it; programs show its name with the accounts. */
function institutionElement(request: Element): string {
  const [org, fid] = ["ORG", "FID"].map((name) =>
    escapeMarkup(textAt(request, "SIGNONMSGSRQV1", "SONRQ", "FI", name).slice(0, 32)),
  );
  return org ? `<FI><ORG>${org}</ORG>${fid ? `<FID>${fid}</FID>` : ""}</FI>` : "";
}

/** The response to a request for the profile, of which one is enough; empty without one. */
function profileResponse(request: Element, { brand, publicUrl }: DoorContext): string {
  const [asked] = elementsAt(request, ["PROFMSGSRQV1", "PROFTRNRQ"]);
  if (!asked) return "";
  const profile = profileElement({ url: new URL("/ofx", publicUrl()).href, name: brand.name });
  return `<PROFMSGSRSV1><PROFTRNRS>${transactionId(asked)}${statusElement("ok")}${profile}</PROFTRNRS></PROFMSGSRSV1>`;
}

/** The response to a request for the list of accounts; empty without one. */
function accountList(request: Element, accounts: readonly DoorAccount[], now: number): string {
  const asked = elementsAt(request, ["SIGNUPMSGSRQV1", "ACCTINFOTRNRQ"]);
  if (asked.length === 0) return "";
  const list = accounts.map((account) => {
    const isCard = account.account.type === "credit";
    const info = isCard
      ? `<CCACCTINFO>${accountElement(account)}<SUPTXDL>Y</SUPTXDL><XFERSRC>N</XFERSRC><XFERDEST>N</XFERDEST><SVCSTATUS>ACTIVE</SVCSTATUS></CCACCTINFO>`
      : `<BANKACCTINFO>${accountElement(account)}<SUPTXDL>Y</SUPTXDL><XFERSRC>N</XFERSRC><XFERDEST>N</XFERDEST><SVCSTATUS>ACTIVE</SVCSTATUS></BANKACCTINFO>`;
    return `<ACCTINFO><DESC>${escapeMarkup(account.name.slice(0, 80))}</DESC>${info}</ACCTINFO>`;
  });
  const responses = asked.map((one, at) => {
    const info = `<ACCTINFORS><DTACCTUP>${stampOf(now)}</DTACCTUP>${list.join("")}</ACCTINFORS>`;
    return (
      `<ACCTINFOTRNRS>${transactionId(one)}${statusElement(at === 0 ? "ok" : "repeated")}` +
      `${at === 0 ? info : ""}</ACCTINFOTRNRS>`
    );
  });
  return `<SIGNUPMSGSRSV1>${responses.join("")}</SIGNUPMSGSRSV1>`;
}

/** The two kinds of statements, of bank accounts and of cards, which differ in the names of their elements. */
const KINDS = [
  { set: "BANK", prefix: "", from: "BANKACCTFROM", isCard: false },
  { set: "CREDITCARD", prefix: "CC", from: "CCACCTFROM", isCard: true },
] as const;

/** A request for a statement: its account and days, or the status in their place. */
type AskedStatement = { transactionId: string } & (
  | { account: DoorAccount; period: Period; isWithTransactions: boolean }
  | { status: Status }
);

/** The statements that a request is for: each account is read once. */
function statementsAsked(
  request: Element,
  accounts: readonly DoorAccount[],
  { set, prefix, from, isCard }: (typeof KINDS)[number],
): AskedStatement[] {
  const byId = new Map(
    accounts
      .filter(({ account }) => (account.type === "credit") === isCard)
      .map((account) => [acctId(account), account]),
  );
  const read = new Set<DoorAccount>();
  return elementsAt(request, [`${set}MSGSRQV1`, `${prefix}STMTTRNRQ`]).map((one) => {
    const [wanted] = elementsAt(one, [`${prefix}STMTRQ`]);
    const account = byId.get(wanted ? textAt(wanted, from, "ACCTID") : "");
    const asked = { transactionId: transactionId(one) };
    if (!wanted || !account) return { ...asked, status: "noAccount" };
    if (read.has(account)) return { ...asked, status: "repeated" };
    const period = periodIn(wanted);
    if (!period) return { ...asked, status: "badDates" };
    read.add(account);
    const [range] = elementsAt(wanted, ["INCTRAN"]);
    const isWithTransactions =
      range !== undefined && textAt(range, "INCLUDE").toUpperCase() !== "N";
    return { ...asked, account, period, isWithTransactions };
  });
}

/** The days of a statement, as far as they are given; null if they are none. */
type Period = { from: string | null; to: string | null };

function periodIn(request: Element): Period | null {
  const [range] = elementsAt(request, ["INCTRAN"]);
  const dayIn = (name: string) => parseOfxDay(range ? textAt(range, name) : "");
  try {
    return { from: dayIn("DTSTART"), to: dayIn("DTEND") };
  } catch (failure) {
    if (failure instanceof Fault && failure.code === "INVALID_FIELD") return null;
    throw failure;
  }
}

async function* statements(
  context: DoorContext,
  grant: Grant,
  asked: readonly AskedStatement[],
  { set, prefix }: (typeof KINDS)[number],
): AsyncGenerator<string> {
  if (asked.length === 0) return;
  yield `<${set}MSGSRSV1>`;
  for (const one of asked) {
    const status = "status" in one ? one.status : "ok";
    yield `<${prefix}STMTTRNRS>${one.transactionId}${statusElement(status)}`;
    if ("account" in one) yield* statement(context, grant, one);
    yield `</${prefix}STMTTRNRS>`;
    // Many accounts have less than a page each.
    await yieldToEventLoop();
  }
  yield `</${set}MSGSRSV1>`;
}

/** The statement of an account, whose transactions are read while it is sent. */
async function* statement(
  context: DoorContext,
  grant: Grant,
  { account: one, period, isWithTransactions }: Extract<AskedStatement, { account: DoorAccount }>,
): AsyncGenerator<string> {
  const today = dateOf(dayAt(context.clock()));
  const { item } = one.connection;
  const store = isWithTransactions ? grantedTransactions(context, grant, item) : NO_TRANSACTIONS;
  const accounts = [{ itemId: item.itemId, account: one.account }];
  const { from, to } = period;
  const days = { from: from ?? "1970-01-01", to: to ?? today, today };
  const [stream] = await openStatements(store, accounts, days);
  if (!stream) throw new Error("an account has no statement");
  const account = {
    ...stream.account,
    id: acctId(one),
    bankId: bankId(one),
    currency: one.currency,
  };
  yield* ofxStatement({ ...stream, account }, { day: today });
}

const NO_TRANSACTIONS = { pages: async function* () {} };

const acctId = ({ id }: DoorAccount): string => ofxAccountId(id);

/** The digits of the institution's id. */
const bankId = ({ connection }: DoorAccount): string =>
  connection.institution.id.replace(/\D/g, "").slice(-9) || "0";

function accountElement(one: DoorAccount): string {
  const id = `<ACCTID>${acctId(one)}</ACCTID>`;
  const { type, subtype } = one.account;
  if (type === "credit") return `<CCACCTFROM>${id}</CCACCTFROM>`;
  const kind = type === "loan" ? "CREDITLINE" : (KIND_OF_SUBTYPE[subtype ?? ""] ?? "CHECKING");
  return `<BANKACCTFROM><BANKID>${bankId(one)}</BANKID>${id}<ACCTTYPE>${kind}</ACCTTYPE></BANKACCTFROM>`;
}

const KIND_OF_SUBTYPE: Readonly<Record<string, string>> = {
  savings: "SAVINGS",
  "money market": "MONEYMRKT",
};

const transactionId = (request: Element): string =>
  `<TRNUID>${escapeMarkup(textAt(request, "TRNUID").slice(0, 36) || "0")}</TRNUID>`;

function statusElement(status: Status): string {
  const { code, severity, message } = STATUSES[status];
  const text = message === "" ? "" : `<MESSAGE>${message}</MESSAGE>`;
  return `<STATUS><CODE>${code}</CODE><SEVERITY>${severity}</SEVERITY>${text}</STATUS>`;
}

const stampOf = (at: number): string =>
  new Date(at).toISOString().replaceAll(/[-:T]/g, "").slice(0, 14);

/** A response in the request's version. End tags are optional in OFX 1, and always there. */
function reply(
  { version }: OfxRequest,
  head: string,
  bodies: readonly AsyncIterable<string>[] = [],
): DoorReply {
  const header =
    version < 200
      ? [
          "OFXHEADER:100",
          "DATA:OFXSGML",
          `VERSION:${version}`,
          "SECURITY:NONE",
          "ENCODING:UTF-8",
          "CHARSET:NONE",
          "COMPRESSION:NONE",
          "OLDFILEUID:NONE",
          "NEWFILEUID:NONE",
          "",
          "",
        ].join("\r\n")
      : '<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n' +
        `<?OFX OFXHEADER="200" VERSION="${version}" SECURITY="NONE" OLDFILEUID="NONE" NEWFILEUID="NONE"?>\n`;
  async function* body(): AsyncGenerator<string> {
    yield `${header}<OFX>${head}`;
    for (const part of bodies) yield* part;
    yield "</OFX>\n";
  }
  return { status: 200, contentType: "application/x-ofx", body: body() };
}
