import { test } from "vitest";
import { grantTo, ofxRequest } from "../doors.fixture.ts";
import { cents, expectExactYear } from "../year.fixture.ts";

const LIST =
  "<SIGNUPMSGSRQV1><ACCTINFOTRNRQ><TRNUID>1<ACCTINFORQ></ACCTINFOTRNRQ></SIGNUPMSGSRQV1>";

const FROM = /<(BANKACCTFROM|CCACCTFROM)>.*?<ACCTID>(\w+)<\/ACCTID>.*?<\/\1>/g;

const STATEMENT =
  /<ACCTID>(\w+)<\/ACCTID>(?:(?!<ACCTID>).)*?<BANKTRANLIST>(.*?)<\/BANKTRANLIST>.*?<LEDGERBAL><BALAMT>([^<]+)</gs;

const TRANSACTION = /<TRNAMT>([^<]+)<.*?<FITID>([^<]+)</gs;

test("a year of weekly syncs has no double and loses none, and each balance is right to the cent every week", async () => {
  await expectExactYear(
    async (app, accounts) => {
      const { grant, secret } = await grantTo(
        app,
        { item_id: "", accounts: [] },
        { door: "ofx", accounts },
      );
      const keys = { user: grant.grantId, password: secret, version: 211 };
      const send = async (messages: string) => {
        const payload = ofxRequest({ ...keys, messages });
        return (await app.request({ method: "POST", url: "/ofx", payload })).body;
      };
      return async (from) => {
        const day = new Date(from).toISOString().slice(0, 10).replaceAll("-", "");
        const range = `<INCTRAN><DTSTART>${day}<INCLUDE>Y</INCTRAN>`;
        const all = [...(await send(LIST)).matchAll(FROM)];
        const asked = (kind: string, message: string, word: string) =>
          `<${message}>${all
            .filter(([, of]) => of === kind)
            .map(
              ([account]) =>
                `<${word}TRNRQ><TRNUID>2<${word}RQ>${account}${range}</${word}RQ></${word}TRNRQ>`,
            )
            .join("")}</${message}>`;
        const statements = await send(
          asked("BANKACCTFROM", "BANKMSGSRQV1", "STMT") +
            asked("CCACCTFROM", "CREDITCARDMSGSRQV1", "CCSTMT"),
        );
        return {
          isBroken: null,
          accounts: [...statements.matchAll(STATEMENT)].map(
            ([, id = "", list = "", balance = ""]) => ({
              id,
              balance: cents(balance),
              transactions: [...list.matchAll(TRANSACTION)].map(([, amount = "", own = ""]) => ({
                id: own,
                cents: cents(amount),
                pending: false,
              })),
            }),
          ),
        };
      };
    },
    // A program is not told that a login is lost, and for how long.
    { hasPending: false, overlapDays: 60 },
  );
}, 300_000);
