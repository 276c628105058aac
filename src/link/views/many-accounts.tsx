import { Component } from "preact";
import type { Catalogue, RareWords } from "../../i18n/catalogue.ts";
import { fold } from "../../protocol/search/name-rank.ts";
import { Icon } from "../ui/icon.tsx";
import { type AccountRow, SelectAccount } from "./select-account.tsx";
import { accountKind } from "./texts.ts";
import type { RareView, ViewProps } from "./view.ts";

type Words = Catalogue & RareWords["accounts"];

/** The groups in order. Accounts that cannot be shared come last. */
const GROUPS = ["checking", "savings", "credit", "loan", "investment", "other", "off"] as const;

/** The accounts of a login with many: in groups, with a filter. */
export const ManyAccounts: RareView<"SELECT_ACCOUNT", "accounts"> = (props) => (
  <GroupedAccounts {...props} />
);

/** Holds the text of the filter, which no other view needs. */
class GroupedAccounts extends Component<ViewProps<"SELECT_ACCOUNT", Words>, { query: string }> {
  override state = { query: "" };

  override render() {
    const { state, text } = this.props;
    const { query } = this.state;
    const { accounts, unavailable, mode } = state.selection;
    const words = fold(query).split(/\s+/);
    // In mode `one`, the account that the button shares stays visible.
    const isShared = ({ id }: AccountRow) => mode === "one" && state.accountIds.includes(id);
    const rows = [...accounts, ...unavailable].filter(
      (row) => isShared(row) || words.every((word) => searchText(row, text).includes(word)),
    );
    return (
      <SelectAccount
        {...this.props}
        groups={GROUPS.map((group) => ({
          name: text.groups[group],
          accounts: rows.filter((row) => groupOf(row) === group),
        })).filter((group) => group.accounts[0])}
        filter={
          <>
            <div class="sift">
              <Icon d="M16 16l4.5 4.5M18 11a7 7 0 1 1-14 0 7 7 0 0 1 14 0z" />
              <input
                type="search"
                class="text"
                data-testid="filter"
                aria-label={text.filter}
                placeholder={text.filter}
                autocomplete="off"
                autocapitalize="none"
                autoCorrect="off"
                spellcheck={false}
                enterkeyhint="done"
                maxLength={100}
                value={query}
                onInput={({ currentTarget }) => this.setState({ query: currentTarget.value })}
                onKeyDown={(event) => {
                  // Enter filters, and submits nothing; Escape leaves a filter before the window.
                  if (event.key !== "Enter" && !(event.key === "Escape" && query)) return;
                  event.preventDefault();
                  if (event.key === "Escape") this.setState({ query: "" });
                }}
              />
              {query && (
                <button
                  type="button"
                  class="tool over"
                  aria-label={text.clearFilter}
                  onClick={({ currentTarget }) => {
                    currentTarget.parentElement?.querySelector("input")?.focus();
                    this.setState({ query: "" });
                  }}
                >
                  <Icon d="M8 8l8 8M16 8l-8 8" />
                </button>
              )}
            </div>
            <p class="quietly" role="status">
              {query.trim() && text.shown(rows.length)}
            </p>
          </>
        }
      />
    );
  }
}

/** Returns an account's group; the group of other accounts for a kind without a group. */
function groupOf(row: AccountRow): (typeof GROUPS)[number] {
  const { type, subtype } = row;
  if ("missing_product" in row) return "off";
  if (type !== "depository") return type;
  if (subtype === "checking") return "checking";
  return subtype && subtype !== "other" ? "savings" : "other";
}

/** Returns the texts of an account that the filter searches. */
const searchText = (row: AccountRow, text: Words): string =>
  fold(
    [row.name, accountKind(row, text.subtypes), text.groups[groupOf(row)], row.mask ?? ""].join(
      " ",
    ),
  );
