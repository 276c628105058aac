import { refusalFault, rowFault, wireFault } from "../wire-fault.mjs";

/** @import { Fault } from "../types.d.mts" */

const STATEMENTS = /\/statements$/;
const FILE = /\/statements\/[^/]+\/file$/;

const eachStatement = rowFault(STATEMENTS, (body) => body.Data.Statement);

/** @type {readonly Fault[]} */
export const ukStatementFaults = [
  refusalFault(
    "uk-statements-missing",
    "There are no statements",
    ({ path }) => STATEMENTS.test(path),
    { status: 404, body: undefined },
  ),
  wireFault(STATEMENTS, "uk-statements-no-list", "A single statement is no list", (body) => {
    [body.Data.Statement] = body.Data.Statement;
  }),
  eachStatement("uk-statement-no-id", "Statements have no StatementId", (statement) => {
    delete statement.StatementId;
  }),
  eachStatement("uk-statement-same-id", "All statements have one StatementId", (statement) => {
    statement.StatementId = "statement";
  }),
  eachStatement("uk-statement-zone-free", "The end of a statement has no zone", (statement) => {
    statement.EndDateTime = statement.EndDateTime.slice(0, 19);
  }),
  eachStatement("uk-statement-ends-first", "A statement ends before it begins", (statement) => {
    [statement.StartDateTime, statement.EndDateTime] = [
      statement.EndDateTime,
      statement.StartDateTime,
    ];
  }),
  refusalFault("uk-file-refused", "Files are refused", ({ path }) => FILE.test(path), {
    status: 403,
    body: { Code: "403", Message: "No.", Errors: [{ ErrorCode: "UK.OBIE.Unsupported" }] },
  }),
  eachStatement(
    "uk-statement-other-balance",
    "Statements end with another balance",
    (statement) => {
      statement.StatementAmount = [
        {
          Type: "UK.OBIE.ClosingBalance",
          CreditDebitIndicator: "Credit",
          Amount: { Amount: "0.07", Currency: "GBP" },
        },
      ];
    },
  ),
  wireFault(FILE, "uk-file-other-balance", "Files end with another balance", (_, response) => {
    response.body = Buffer.from(
      Buffer.from(response.body)
        .toString("latin1")
        .replace(
          /(Closing balance[^\d)]*)(\d)/,
          (_all, text, digit) => `${text}${(Number(digit) % 9) + 1}`,
        ),
      "latin1",
    );
  }),
  wireFault(FILE, "uk-file-no-pdf", "Files are JSON", (_, response) => {
    response.body = { Data: { File: "a PDF" } };
  }),
];
