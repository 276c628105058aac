import { dateOf, dayAt } from "../../domain/calendar.ts";
import { Fault } from "../../domain/fault.ts";
import type { Grant } from "../../domain/grants/grant.ts";
import { digest } from "../../domain/identifiers.ts";
import { escapeMarkup } from "../../formats/markup.ts";
import { ofxStatement } from "../../formats/ofx/write.ts";
import { openStatements } from "../../formats/open-statements.ts";
import type { Door, DoorContext, DoorReply, DoorRequest } from "../door.ts";
import { grantedTransactions } from "../granted-transactions.ts";
import { admitReader, chargeCall, type DoorAccount, readAccounts } from "../read-grant.ts";
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
  const parts = [signOnResponse("ok", now, institution), profile];
  parts.push(accountList(ofxElement, accounts, now));
  for (const kind of KINDS)
    parts.push(await statements(context, grant, ofxElement, accounts, kind));
  return reply(request, parts.join(""));
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
  const responses = asked.map(
    (one) =>
      `<ACCTINFOTRNRS>${transactionId(one)}${statusElement("ok")}` +
      `<ACCTINFORS><DTACCTUP>${stampOf(now)}</DTACCTUP>${list.join("")}</ACCTINFORS></ACCTINFOTRNRS>`,
  );
  return `<SIGNUPMSGSRSV1>${responses.join("")}</SIGNUPMSGSRSV1>`;
}

/** The two kinds of statements, of bank accounts and of cards, which differ in the names of their elements. */
const KINDS = [
  { set: "BANK", prefix: "", from: "BANKACCTFROM", isCard: false },
  { set: "CREDITCARD", prefix: "CC", from: "CCACCTFROM", isCard: true },
] as const;

async function statements(
  context: DoorContext,
  grant: Grant,
  request: Element,
  accounts: readonly DoorAccount[],
  { set, prefix, from, isCard }: (typeof KINDS)[number],
): Promise<string> {
  const asked = elementsAt(request, [`${set}MSGSRQV1`, `${prefix}STMTTRNRQ`]);
  const responses = [];
  for (const one of asked) {
    const [wanted] = elementsAt(one, [`${prefix}STMTRQ`]);
    const id = wanted ? textAt(wanted, from, "ACCTID") : "";
    const account = accounts.find(
      (candidate) => acctId(candidate) === id && (candidate.account.type === "credit") === isCard,
    );
    const result =
      wanted && account ? await statement(context, grant, account, wanted) : ("noAccount" as const);
    const isStatus = result in STATUSES;
    responses.push(
      `<${prefix}STMTTRNRS>${transactionId(one)}${statusElement(isStatus ? (result as Status) : "ok")}` +
        `${isStatus ? "" : result}</${prefix}STMTTRNRS>`,
    );
  }
  return responses.length === 0 ? "" : `<${set}MSGSRSV1>${responses.join("")}</${set}MSGSRSV1>`;
}

/** The statement of an account, or the status in its place. */
async function statement(
  context: DoorContext,
  grant: Grant,
  one: DoorAccount,
  request: Element,
): Promise<string> {
  const today = dateOf(dayAt(context.clock()));
  const [range] = elementsAt(request, ["INCTRAN"]);
  let period: { from: string; to: string };
  try {
    period = {
      from: parseOfxDay(range ? textAt(range, "DTSTART") : "") ?? "1970-01-01",
      to: parseOfxDay(range ? textAt(range, "DTEND") : "") ?? today,
    };
  } catch (failure) {
    if (failure instanceof Fault && failure.code === "INVALID_FIELD") return "badDates";
    throw failure;
  }
  const isAsked = range !== undefined && textAt(range, "INCLUDE").toUpperCase() !== "N";
  const { item } = one.connection;
  chargeCall(context, [item], isAsked ? "transactions" : "balance");
  const store = isAsked ? grantedTransactions(context, grant, item) : NO_TRANSACTIONS;
  const accounts = [{ itemId: item.itemId, account: one.account }];
  const [stream] = await openStatements(store, accounts, { ...period, today });
  if (!stream) throw new Error("an account has no statement");
  const account = {
    ...stream.account,
    id: acctId(one),
    bankId: bankId(one),
    currency: one.currency,
  };
  const pieces = [];
  for await (const piece of ofxStatement({ ...stream, account }, { day: today }))
    pieces.push(piece);
  return pieces.join("");
}

const NO_TRANSACTIONS = { inPeriod: async () => [] };

/** An account's id has 22 characters at most in the protocol: a digest of its id, which is as stable. */
const acctId = ({ id }: DoorAccount): string => digest(id).replaceAll(/[-_]/g, "").slice(0, 22);

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
function reply({ version }: OfxRequest, content: string): DoorReply {
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
  return {
    status: 200,
    contentType: "application/x-ofx",
    body: `${header}<OFX>${content}</OFX>\n`,
  };
}
