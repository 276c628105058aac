import type { AssetReport } from "../../../protocol/reports/asset-report.ts";
import { parseEntries, readPieces } from "../../domain/asset-reports/account-pieces.ts";
import type { ReadyReport } from "../../domain/asset-reports/asset-report.ts";
import { openUser } from "../../domain/asset-reports/new-asset-report.ts";
import { ownershipType } from "../../domain/asset-reports/ownership-type.ts";
import {
  daysToShow,
  firstDayShown,
  withinDays,
} from "../../domain/asset-reports/printable-report.ts";
import type { JsonStream } from "../../domain/raw-json.ts";
import type { ApiContext } from "../endpoint.ts";

type Edit = (value: unknown) => unknown;
type Item = AssetReport["items"][number];
type Account = Item["accounts"][number];

/** The part of a report to return. */
type Choice = { withInsights: boolean; daysToInclude?: number | undefined };

/**
 * A report in its stored pieces. Pieces are passed through unchanged if all days are shown in the
 * newest version. For fewer days or an older version, each piece is edited.
 */
export const streamReport = async (
  report: ReadyReport,
  context: ApiContext,
  { withInsights, daysToInclude }: Choice,
): Promise<JsonStream<AssetReport>> => {
  const { assetReportId, clientReportId, state } = report;
  const { assetReports } = context.store;
  const days = daysToShow(report, daysToInclude);
  const from = firstDayShown(report, days);
  const head: AssetReport = {
    asset_report_id: assetReportId,
    client_report_id: clientReportId,
    date_generated: new Date(state.generatedAt).toISOString(),
    days_requested: days,
    user: openUser(context, report),
    items: [],
  };
  const items = withinDays(await assetReports.items(assetReportId), days).map(
    ({ itemId, institutionId, institutionName, updatedAt, accounts }) => ({
      item_id: itemId,
      institution_id: institutionId,
      institution_name: institutionName,
      date_last_updated: new Date(updatedAt).toISOString(),
      accounts: accounts.map((account) => ({
        ...account,
        ownership_type: ownershipType(account.owners),
        historical_balances: [],
        transactions: [],
      })),
    }),
  );
  const parts = {
    historical_balances: "balances",
    transactions: withInsights ? "insights" : "transactions",
    holdings: "holdings",
    securities: "securities",
    trades: "trades",
  } as const;

  const entries = (edit: Edit | null): Entries =>
    async function* (account, field) {
      let isFirst = true;
      for await (const piece of readPieces(
        assetReports,
        assetReportId,
        account.account_id,
        parts[field],
      )) {
        const inner = edit || from !== null ? editPiece(piece, field) : piece.slice(1, -1);
        if (inner.length === 0) continue;
        if (!isFirst) yield ",";
        isFirst = false;
        yield inner;
      }
      function editPiece(piece: string, name: Field): string {
        const entries = parseEntries<{ date?: string }>(piece).filter(
          ({ date }) => from === null || date === undefined || date >= from,
        );
        const one = editAccount(withEntries(account, name, entries), edit, head);
        return JSON.stringify(entriesIn(one, name)).slice(1, -1);
      }
    };
  const hasInvestments = async ({ account_id }: Account): Promise<boolean> => {
    for (const part of ["holdings", "trades"] as const)
      if ((await assetReports.piece(assetReportId, account_id, part, 0)) !== null) return true;
    return false;
  };

  const leave = await context.reportReads.enter(context.client.clientId);
  return {
    stream: (edit) => writeReport(head, items, edit, { entries: entries(edit), hasInvestments }),
    close: leave,
  };
};

/** The account lists that are stored in pieces; `trades` are investment transactions. */
type Field = "historical_balances" | "transactions" | "holdings" | "securities" | "trades";

type Entries = (account: Account, field: Field) => AsyncGenerator<string>;

/** The stored lists of accounts, and whether an account has investments. */
type Lists = { entries: Entries; hasInvestments(account: Account): Promise<boolean> };

const NO_INVESTMENTS = { holdings: [], securities: [], transactions: [] };

const withEntries = (account: Account, field: Field, entries: readonly object[]): Account => {
  if (field === "historical_balances" || field === "transactions")
    return { ...account, [field]: entries };
  const list = field === "trades" ? "transactions" : field;
  return { ...account, investments: { ...NO_INVESTMENTS, [list]: entries } };
};

const entriesIn = ({ investments = NO_INVESTMENTS, ...account }: Account, field: Field) =>
  field === "historical_balances" || field === "transactions"
    ? account[field]
    : investments[field === "trades" ? "transactions" : field];

async function* writeReport(
  head: AssetReport,
  items: readonly Item[],
  edit: Edit | null,
  lists: Lists,
): AsyncGenerator<string> {
  yield* writeObject(edit ? edit(head) : head, "items", async function* () {
    for (const [place, item] of items.entries()) {
      if (place > 0) yield ",";
      const { items: newItems } = editReport({ ...head, items: [{ ...item, accounts: [] }] }, edit);
      yield* writeObject(newItems[0], "accounts", async function* () {
        for (const [at, account] of item.accounts.entries()) {
          if (at > 0) yield ",";
          yield* writeAccount(account, head, edit, lists);
        }
      });
    }
  });
}

async function* writeAccount(
  account: Account,
  head: AssetReport,
  edit: Edit | null,
  { entries, hasInvestments }: Lists,
): AsyncGenerator<string> {
  const {
    historical_balances: _balances,
    transactions: _transactions,
    ...rest
  } = editAccount(account, edit, head);
  const summary = JSON.stringify(rest);
  yield `${summary.slice(0, -1)},"historical_balances":[`;
  yield* entries(account, "historical_balances");
  yield '],"transactions":[';
  yield* entries(account, "transactions");
  yield "]";
  if (account.type === "investment" && (await hasInvestments(account))) {
    yield ',"investments":{"holdings":[';
    yield* entries(account, "holdings");
    yield '],"securities":[';
    yield* entries(account, "securities");
    yield '],"transactions":[';
    yield* entries(account, "trades");
    yield "]}";
  }
  yield "}";
}

/** An object whose last field is an array, which is written separately. */
async function* writeObject(
  object: unknown,
  last: string,
  content: () => AsyncIterable<string>,
): AsyncGenerator<string> {
  const { [last]: _last, ...rest } = object as { [field: string]: unknown };
  yield `${JSON.stringify(rest).slice(0, -1)},${JSON.stringify(last)}:[`;
  yield* content();
  yield "]}";
}

/** A version edits a report wherever accounts occur, so each account can be edited alone. */
const editReport = (report: AssetReport, edit: Edit | null): AssetReport =>
  edit ? (edit(report) as AssetReport) : report;

function editAccount(account: Account, edit: Edit | null, head: AssetReport): Account {
  if (!edit) return account;
  const item = { item_id: "", institution_id: "", institution_name: "", date_last_updated: "" };
  const newItems = editReport({ ...head, items: [{ ...item, accounts: [account] }] }, edit);
  const [one] = newItems.items[0]?.accounts ?? [];
  if (!one) throw new Error("a version leaves accounts out of a report");
  return one;
}
