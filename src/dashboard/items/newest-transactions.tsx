import { useState } from "preact/hooks";
import { saveAnswer } from "../../browser/save-file.ts";
import type {
  DashboardItemDetails,
  DashboardTransaction,
} from "../../protocol/dashboard/dashboard-items.ts";
import { EXPORT_FORMATS } from "../../protocol/export-format.ts";
import type { PageProps } from "../session/page.ts";
import { ForRole } from "../ui/for-role.tsx";
import { type Column, List } from "../ui/list.tsx";
import { numberText } from "../ui/number-text.ts";
import { ResultLine, useAction } from "../ui/use-action.tsx";

type Props = NonNullable<DashboardItemDetails["transactions"]> &
  Pick<PageProps, "controller" | "router"> & { id: string };

/** Shows the newest transactions of an Item with their categories. */
export const NewestTransactions = ({ newest, total, id, controller, router }: Props) => (
  <>
    <h2 class="head">Transactions</h2>
    {newest.length > 0 && (
      <p class="lead">
        The newest {newest.length} of {numberText(total)}. Amounts are positive when money leaves
        the account.
      </p>
    )}
    <List
      caption="Transactions of the Item"
      hasLinks={false}
      hasOrder={false}
      columns={COLUMNS}
      keyOf={({ transaction_id }) => transaction_id}
      empty={<p>No transaction was read yet.</p>}
      query={{
        answer: { rows: newest, next: null },
        failure: null,
        canRetry: false,
        isLoading: false,
        reload: () => {},
      }}
      router={router}
    />
    {newest.length > 0 && (
      <ForRole least="developer">
        <Export id={id} controller={controller} />
      </ForRole>
    )}
  </>
);

/** Downloads an Item's transactions of 24 months in a format of other programs. */
const Export = ({ id, controller }: Pick<Props, "id" | "controller">) => {
  const action = useAction(controller);
  const [format, setFormat] = useState("ofx");
  const download = (): Promise<unknown> =>
    action.run("items/export", { item_id: id, format }, "The file was saved.", saveAnswer(fetch));
  return (
    <>
      <div class="filters">
        <label>
          <span>The last 24 months as a file</span>
          <select
            class="text"
            value={format}
            onChange={({ currentTarget }) => setFormat(currentTarget.value)}
          >
            {Object.entries(EXPORT_FORMATS).map(([value, name]) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <button type="button" class="button small" aria-disabled={action.isBusy} onClick={download}>
          {action.isBusy ? "Reading…" : "Download"}
        </button>
      </div>
      <ResultLine {...action} />
    </>
  );
};

const COLUMNS: readonly Column<DashboardTransaction>[] = [
  {
    name: "Transaction",
    cell: ({ name, counterparty, pending }) => (
      <>
        {name}
        <small>
          {[pending && "pending", partyText(name, counterparty)].filter(Boolean).join(" · ")}
        </small>
      </>
    ),
  },
  {
    name: "Category",
    cell: ({ category }) =>
      category === null ? (
        "—"
      ) : (
        <>
          {toTitle(category.primary)} · {toTitle(category.detailed.slice(category.primary.length))}
          {!category.confidence_level.endsWith("HIGH") && (
            <small>confidence: {toWords(category.confidence_level)}</small>
          )}
        </>
      ),
  },
  {
    name: "Amount",
    isNumber: true,
    isAmount: true,
    cell: ({ amount, currency }) =>
      `${amount.toLocaleString("en", { minimumFractionDigits: 2 })} ${currency ?? ""}`,
  },
  { name: "Date", cell: ({ date }) => <time dateTime={date}>{date}</time> },
];

const partyText = (name: string, party: DashboardTransaction["counterparty"]) =>
  party && `${party.name === name ? "" : `${party.name}, `}${toWords(party.type)}`;

const toWords = (code: string): string => code.toLowerCase().replaceAll("_", " ").trim();

const toTitle = (code: string): string =>
  toWords(code).replace(/^./, (letter) => letter.toUpperCase());
