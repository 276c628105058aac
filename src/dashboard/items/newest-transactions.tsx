import type { DashboardItemDetails, DashboardTransaction } from "../../protocol/dashboard-items.ts";
import type { Router } from "../route.ts";
import { type Column, List } from "../ui/list.tsx";

type Props = NonNullable<DashboardItemDetails["transactions"]> & { router: Router };

/** Shows the newest transactions of an Item with their categories. */
export const NewestTransactions = ({ newest, total, router }: Props) => (
  <>
    <h2 class="head">Transactions</h2>
    {newest.length > 0 && (
      <p class="lead">
        The newest {newest.length} of {total.toLocaleString("en")}. Amounts are positive when money
        leaves the account.
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
  </>
);

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
          {titleOf(category.primary)} · {titleOf(category.detailed.slice(category.primary.length))}
          <small>confidence: {wordsOf(category.confidence_level)}</small>
        </>
      ),
  },
  {
    name: "Amount",
    isNumber: true,
    cell: ({ amount, currency }) =>
      `${amount.toLocaleString("en", { minimumFractionDigits: 2 })} ${currency ?? ""}`,
  },
  { name: "Date", cell: ({ date }) => <time dateTime={date}>{date}</time> },
];

const partyText = (name: string, party: DashboardTransaction["counterparty"]) =>
  party && `${party.name === name ? "" : `${party.name}, `}${wordsOf(party.type)}`;

const wordsOf = (code: string): string => code.toLowerCase().replaceAll("_", " ").trim();

const titleOf = (code: string): string =>
  wordsOf(code).replace(/^./, (letter) => letter.toUpperCase());
