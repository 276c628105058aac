import { lookup } from "../../domain/lookup.ts";
import { FormatError } from "../format-error.ts";
import { type LeaveOut, refuse } from "../left-out.ts";
import { type MarkupHandler, readMarkup } from "../markup.ts";
import { withSecurities } from "../merge-statements.ts";
import type { OnRead } from "../read-share.ts";
import { MAX_TRANSACTIONS, type Statement, type StatementTransaction } from "../statement.ts";
import { NO_WORDS, type TradeWords } from "../trade-words.ts";
import { createCorrections } from "./corrections.ts";
import { type Fields, statementFrom, transactionFrom } from "./from-fields.ts";
import {
  addInvestment,
  INVESTMENT_LEVELS,
  type InvestmentParts,
  investmentStatementFrom,
} from "./investments.ts";

/** Whether a text begins like OFX 1 (SGML), OFX 2 (XML), or a part of OFX. */
export const isOfx = (head: string): boolean =>
  /^\s*OFXHEADER:|<\?OFX\s|<(OFX|(BANK|CREDITCARD|INVSTMT)MSGSRSV1|(CC|INV)?STMT(TRN)?RS|(BANK|INV)TRANLIST|STMTTRN)[\s>]/i.test(
    head,
  );

/**
 * Reads statements of banks, credit cards and investments in OFX 1 and 2. An element needs no end
 * tag, and an aggregate ends at the next aggregate of its level. A faulty row is left out.
 */
export function readOfx(
  text: string,
  {
    onRead,
    leaveOut = refuse,
    tradeWords = NO_WORDS,
  }: { onRead?: OnRead; leaveOut?: LeaveOut; tradeWords?: TradeWords } = {},
): Statement[] {
  const statements: Statement[] = [];
  const context: Context = {
    ...{ statements, securities: [], leaveOut, tradeWords, end: () => undefined },
  };
  readMarkup(text, (line) => ofxHandler(context, line), {
    nameOf: (name) => name.toUpperCase(),
    onRead,
  });
  context.end();
  if (statements.length === 0)
    throw new FormatError("NO_STATEMENT", { expected: "<STMTRS>, <CCSTMTRS> or <INVSTMTRS>" });
  return withSecurities(statements, context.securities);
}

type Context = {
  statements: Statement[];
  /** The securities of the file. Statements refer to them by number. */
  securities: InvestmentParts["securities"];
  leaveOut: LeaveOut;
  tradeWords: TradeWords;
  /** Ends the aggregates that the text leaves open. */
  end(): void;
};

/**
 * The recognized aggregates by level. Banks forget end tags and write wrong end tags, so an
 * aggregate ends all open aggregates of its own and deeper levels. Other elements without a value
 * are skipped.
 */
const LEVELS = lookup({
  ...{ STMTRS: 1, CCSTMTRS: 1, INVSTMTRS: 1 },
  ...{ BANKACCTFROM: 2, CCACCTFROM: 2, BANKTRANLIST: 2, BANKTRANLISTP: 2 },
  ...{ LEDGERBAL: 2, AVAILBAL: 2, BALLIST: 2 },
  ...{ STMTTRN: 3, STMTTRNP: 3 },
  ...{ PAYEE: 4, BANKACCTTO: 4, CCACCTTO: 4, CURRENCY: 4, ORIGCURRENCY: 4 },
  ...INVESTMENT_LEVELS,
});

/** Lists whose fields belong to their statement. */
const LISTS = /^(BANK|INV)TRANLIST/;

/** The wrappers of a statement. Their end ends the statement. */
const WRAPPERS = /^(OFX|(BANK|CREDITCARD|INVSTMT|SECLIST)MSGSRSV1|(CC|INV)?STMT(TRN)?RS|SECLIST)$/;

/** The maximum number of kept elements of an aggregate; the specification has fewer. */
const MAX_FIELDS = 200;

type Open = { name: string; level: number; fields: Fields; line: number; isUnknown?: boolean };

/** The level of trades. */
const OF_TRADES = 3;

/** Whether an aggregate is a row. An unknown aggregate is a row if it has a number or a day. */
const isRow = ({ isUnknown, fields }: Open): boolean =>
  !isUnknown || fields.has("FITID") || fields.has("DTTRADE");

const isInvestment = ({ name }: Open): boolean => name === "INVSTMTRS";

function ofxHandler(context: Context, line: () => number): MarkupHandler {
  const { statements, securities, leaveOut, tradeWords } = context;
  /**
   * The fields outside of a statement: the file's creation day, or the parts of a statement without
   * a wrapper.
   */
  const root: Open = { name: "", level: 0, fields: new Map(), line: 1 };
  const stack: Open[] = [root];
  let element = "";
  /** Whether the element has no text so far. `from` is its line in a list of trades. */
  let isBare = false;
  let from = 1;
  let transactions: StatementTransaction[] = [];
  let parts: InvestmentParts = { holdings: [], transactions: [], securities };
  let hasPositions = false;
  let corrections = createCorrections();
  let count = 0;
  const take = (open: Open): void => {
    if (++count > MAX_TRANSACTIONS)
      throw new FormatError("TOO_MANY_TRANSACTIONS", { expected: `at most ${MAX_TRANSACTIONS}` });
    const isBank = open.name.startsWith("STMTTRN") && !stack.some(isInvestment);
    try {
      if (!isBank) {
        addInvestment(parts, open, tradeWords);
        return;
      }
      const isDeletion = corrections.isDeletion(open.fields);
      // A row that is left out corrects no other row.
      const row = isDeletion
        ? null
        : transactionFrom(open.fields, open.name === "STMTTRNP", open.line);
      corrections.add(open.fields, transactions.length);
      if (row === null) throw new FormatError("NO_TRANSACTION", { line: open.line });
      transactions.push(row);
    } catch (failure) {
      if (!(failure instanceof FormatError)) throw failure;
      leaveOut(failure);
    }
  };
  const endStatement = ({ name, fields, line: from }: Open): void => {
    const isPart = name === "" && transactions.length === 0;
    if (name === "INVSTMTRS" || isPart)
      statements.push(
        investmentStatementFrom({ fields, line: from, hasPositions }, parts, leaveOut),
      );
    else if (name !== "SECLIST") {
      const isCard = name === "CCSTMTRS" || fields.has("CCACCTFROM.ACCTID");
      statements.push(
        statementFrom(
          { fields, isCard, line: from, madeOn: root.fields.get("DTSERVER") },
          transactions.filter((row, at) => !corrections.isCorrected(row, at)),
          leaveOut,
        ),
      );
    }
    transactions = [];
    corrections = createCorrections();
    parts = { holdings: [], transactions: [], securities };
    hasPositions = false;
  };
  /** Ends the aggregates of a level and of all deeper levels. */
  const endFrom = (level: number): void => {
    for (let open = stack.at(-1); open && open.level >= level; open = stack.at(-1)) {
      stack.pop();
      if (open.level === 1) endStatement(open);
      else if (open.level === OF_TRADES && isRow(open)) take(open);
      else {
        // The fields of an inner aggregate get its name as prefix, except in the lists above.
        const outer = stack.at(-1)?.fields;
        const prefix = LISTS.test(open.name) || open.isUnknown ? "" : `${open.name}.`;
        for (const [field, value] of open.fields) outer?.set(prefix + field, value);
      }
    }
  };
  /** Ends a statement, even if it has only rows. */
  const end = (): void => {
    endFrom(1);
    if (transactions.length + parts.transactions.length + parts.holdings.length > 0)
      endStatement(root);
  };
  context.end = end;
  return {
    open(name) {
      const level = LEVELS[name];
      const isListed = stack.at(-1)?.name === "INVTRANLIST";
      // A nested element in a list of trades may be a trade with an unknown name.
      if (isListed && element !== "" && isBare && (level ?? OF_TRADES + 1) > OF_TRADES)
        stack.push({
          ...{ name: element, level: OF_TRADES, fields: new Map(), line: from, isUnknown: true },
        });
      if (isListed) from = line();
      element = name;
      isBare = true;
      if (level === undefined) return;
      if (level === 1) end();
      else endFrom(level);
      if (name === "INVPOSLIST") hasPositions = true;
      stack.push({ name, level, fields: new Map(), line: line() });
      element = "";
    },
    text(value) {
      const fields = stack.at(-1)?.fields;
      if (element !== "" && fields && (fields.size < MAX_FIELDS || fields === root.fields))
        fields.set(element, value);
      isBare = false;
    },
    close(name) {
      element = "";
      if (WRAPPERS.test(name)) return end();
      const open = stack.findLast((each) => each.name === name);
      if (open) endFrom(open.level);
    },
  };
}
