import { Fault } from "../../domain/fault.ts";
import { escapeMarkup } from "../../formats/markup.ts";
import type { StatementStream } from "../../formats/statement.ts";
import type { Door, DoorContext, DoorReply, DoorRequest } from "../door.ts";
import {
  admitReader,
  chargeCall,
  countReads,
  type DoorAccount,
  readAccounts,
} from "../read-grant.ts";
import { accountInfo, KINDS } from "./accounts.ts";
import {
  type Element,
  elementsAt,
  type OfxRequest,
  parseOfxRequest,
  textAt,
} from "./parse-request.ts";
import { isAnonymous, profileElement } from "./profile.ts";
import { type Status, statusElement, transactionId } from "./replies.ts";
import { securities, securitiesAsked } from "./securities.ts";
import { statements, statementsAsked } from "./statements.ts";

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

/** Responds to a request's messages: the sign-on, the list of accounts, and statements. */
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
  // The request itself was already counted.
  const asked = securitiesAsked(ofxElement);
  await countReads(context, grant, read.length + Math.min(asked.length, 1) - 1);
  for (const { account, isWithTransactions } of read)
    chargeCall(context, [account.connection.item], isWithTransactions ? "transactions" : "balance");
  const head = signOnResponse("ok", now, institution) + profile;
  const list = accountList(ofxElement, accounts, now);
  const written: StatementStream[] = [];
  const bodies = sets.map((set) => statements(context, grant, set, written));
  const end = securities(context, grant, { accounts, asked, statements: written });
  return reply(request, head + list, [...bodies, end]);
}

/** A grant without a shown account has ended. */
function unlessOver(failure: unknown): null {
  if (failure instanceof Fault && failure.code === "INVALID_API_KEYS") return null;
  throw failure;
}

const signOnResponse = (status: Status, now: number, institution: string): string =>
  `<SIGNONMSGSRSV1><SONRS>${statusElement(status)}<DTSERVER>${formatStamp(now)}</DTSERVER>` +
  `<LANGUAGE>ENG</LANGUAGE>${institution}</SONRS></SIGNONMSGSRSV1>`;

/** The institution of a request. Programs show its name with the accounts. */
function institutionElement(request: Element): string {
  const [org, fid] = ["ORG", "FID"].map((name) =>
    escapeMarkup(textAt(request, "SIGNONMSGSRQV1", "SONRQ", "FI", name).slice(0, 32)),
  );
  return org ? `<FI><ORG>${org}</ORG>${fid ? `<FID>${fid}</FID>` : ""}</FI>` : "";
}

/** The response to a profile request; empty without a request. One response suffices. */
function profileResponse(request: Element, { brand, publicUrl }: DoorContext): string {
  const [asked] = elementsAt(request, ["PROFMSGSRQV1", "PROFTRNRQ"]);
  if (!asked) return "";
  const profile = profileElement({ url: new URL("/ofx", publicUrl()).href, name: brand.name });
  return `<PROFMSGSRSV1><PROFTRNRS>${transactionId(asked)}${statusElement("ok")}${profile}</PROFTRNRS></PROFMSGSRSV1>`;
}

/** The response to a request for the list of accounts; empty without a request. */
function accountList(request: Element, accounts: readonly DoorAccount[], now: number): string {
  const asked = elementsAt(request, ["SIGNUPMSGSRQV1", "ACCTINFOTRNRQ"]);
  if (asked.length === 0) return "";
  const list = accounts.map(accountInfo);
  const responses = asked.map((one, at) => {
    const info = `<ACCTINFORS><DTACCTUP>${formatStamp(now)}</DTACCTUP>${list.join("")}</ACCTINFORS>`;
    return (
      `<ACCTINFOTRNRS>${transactionId(one)}${statusElement(at === 0 ? "ok" : "repeated")}` +
      `${at === 0 ? info : ""}</ACCTINFOTRNRS>`
    );
  });
  return `<SIGNUPMSGSRSV1>${responses.join("")}</SIGNUPMSGSRSV1>`;
}

const formatStamp = (at: number): string =>
  new Date(at).toISOString().replaceAll(/[-:T]/g, "").slice(0, 14);

/** A response in the request's version. End tags, optional in OFX 1, are always written. */
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
