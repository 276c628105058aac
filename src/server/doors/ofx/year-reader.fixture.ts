import { parse } from "ofx-js";
import { grantTo, ofxRequest } from "../doors.fixture.ts";
import { cents, type YearReader } from "../year.fixture.ts";

const LIST =
  "<SIGNUPMSGSRQV1><ACCTINFOTRNRQ><TRNUID>1<ACCTINFORQ></ACCTINFOTRNRQ></SIGNUPMSGSRQV1>";

const ACCOUNTS = ["SIGNUPMSGSRSV1", "ACCTINFOTRNRS", "ACCTINFORS", "ACCTINFO"];

/**
 * An element as ofx-js reads it: a text, or its children by name, with lists for repeated names.
 */
type Element = string | { [name: string]: Element | Element[] };

/** The elements at a path, in every branch. */
const at = (root: Element | Element[] | undefined, ...path: string[]): Element[] => {
  const all = root === undefined ? [] : [root].flat();
  const [name, ...rest] = path;
  if (name === undefined) return all;
  return all.flatMap((one) => at(Object(one)[name], ...rest));
};

const textAt = (root: Element, ...path: string[]): string => String(at(root, ...path)[0] ?? "");

/** A program that reads by OFX. */
export const ofxYear: YearReader = {
  door: "ofx",
  open: async (app, accounts) => {
    const { grant, secret } = await grantTo(
      app,
      { item_id: "", accounts: [] },
      { door: "ofx", accounts },
    );
    const keys = { user: grant.grantId, password: secret, version: 211 };
    const send = async (messages: string) => {
      const payload = ofxRequest({ ...keys, messages });
      const { OFX } = await parse(
        (await app.request({ method: "POST", url: "/ofx", payload })).body,
      );
      return OFX as Element;
    };
    return async (from) => {
      const day = new Date(from).toISOString().slice(0, 10).replaceAll("-", "");
      const range = `<INCTRAN><DTSTART>${day}<INCLUDE>Y</INCTRAN>`;
      const listed = at(await send(LIST), ...ACCOUNTS);
      const ask = (kind: string, from: string, word: string) => {
        const requests = at(listed, `${kind}ACCTINFO`, from).map((account) => {
          const fields = Object.entries(Object(account)).map(([name, text]) => `<${name}>${text}`);
          const request = `<${word}RQ><${from}>${fields.join("")}</${from}>${range}</${word}RQ>`;
          return `<${word}TRNRQ><TRNUID>2${request}</${word}TRNRQ>`;
        });
        return requests.join("");
      };
      const answer = await send(
        `<BANKMSGSRQV1>${ask("BANK", "BANKACCTFROM", "STMT")}</BANKMSGSRQV1>` +
          `<CREDITCARDMSGSRQV1>${ask("CC", "CCACCTFROM", "CCSTMT")}</CREDITCARDMSGSRQV1>`,
      );
      const statements = [
        ...at(answer, "BANKMSGSRSV1", "STMTTRNRS", "STMTRS"),
        ...at(answer, "CREDITCARDMSGSRSV1", "CCSTMTTRNRS", "CCSTMTRS"),
      ];
      return {
        isBroken: null,
        accounts: statements.map((statement) => ({
          id:
            textAt(statement, "BANKACCTFROM", "ACCTID") ||
            textAt(statement, "CCACCTFROM", "ACCTID"),
          balance: cents(textAt(statement, "LEDGERBAL", "BALAMT")),
          transactions: at(statement, "BANKTRANLIST", "STMTTRN").map((one) => ({
            id: textAt(one, "FITID"),
            cents: cents(textAt(one, "TRNAMT")),
            pending: false,
          })),
        })),
      };
    };
  },
  // OFX does not report a lost login, or its duration.
  hasPending: false,
  overlapDays: 60,
};
