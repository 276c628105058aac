import type { ComponentChild, TargetedKeyboardEvent, TargetedMouseEvent } from "preact";
import { Icon } from "../ui/icon.tsx";
import { Logo } from "../ui/logo.tsx";
import { Screen } from "../ui/screen.tsx";
import { filterByName } from "./filter-by-name.ts";
import type { ViewProps } from "./view.ts";

/** The props of the list. `emptyState` shows alternatives if a search fails or finds nothing. */
export type ListProps = ViewProps<"SELECT_INSTITUTION"> & {
  /** The outcome of the search; by default it is in progress. */
  outcome?: string | undefined;
  /**
   * Returns a function that splits a name around the typed part. By default nothing is emphasized.
   */
  emphasize?: (query: string) => (name: string) => [before: string, match?: string, after?: string];
  /** Handles the keys of the list. */
  onKey?: (event: TargetedKeyboardEvent<HTMLFormElement>) => void;
  emptyState?: (clear: (event: TargetedMouseEvent<HTMLButtonElement>) => void) => ComponentChild;
};

/** The institutions to choose from, and a search through all of them. */
export const SelectInstitution = ({
  state,
  send,
  text,
  clientName,
  trust,
  country,
  outcome = text.searching,
  emphasize = () => (name) => [name],
  onKey,
  emptyState,
}: ListProps) => {
  const { query, results, institutions } = state;
  const blank = query.trim() === "";
  const rows = blank ? institutions : (results ?? filterByName(query, institutions));
  const split = emphasize(query);
  const setQuery = (query: string) => send({ type: "search.typed", query });
  const clear = (event: TargetedMouseEvent<HTMLButtonElement>) => {
    event.currentTarget.form?.querySelector("input")?.focus();
    setQuery("");
  };

  return (
    <Screen
      title={text.selectInstitution}
      onSubmit={(event) => {
        event.preventDefault();
        const [institution] = rows;
        if (institution && !blank) send({ type: "institution.selected", institution });
      }}
      onKeyDown={(event) => {
        if (event.key === "Escape" && query) {
          event.stopPropagation();
          event.preventDefault();
          setQuery("");
        } else onKey?.(event);
      }}
    >
      {trust?.length ? (
        // Another key: a search begins with the facts folded.
        <details class="trust" key={`${blank}`}>
          <summary data-testid="trust">
            {`${text.sharing(clientName)} `}
            <b>{text.details}</b>
          </summary>
          <dl>
            {trust.map(({ term, text }) => (
              <>
                <dt>{term}</dt>
                <dd>{text}</dd>
              </>
            ))}
          </dl>
        </details>
      ) : (
        <p class="lead">{text.sharing(clientName)}</p>
      )}
      <div class="search">
        <Icon d="M16 16l4.5 4.5M18 11a7 7 0 1 1-14 0 7 7 0 0 1 14 0z" />
        <input
          type="search"
          class="text"
          data-testid="institution-search"
          aria-label={text.search}
          placeholder={country ? `${text.search} · ${country}` : text.search}
          autocomplete="off"
          autocapitalize="none"
          autoCorrect="off"
          spellcheck={false}
          enterkeyhint="search"
          maxLength={100}
          value={query}
          onInput={(event) => setQuery(event.currentTarget.value)}
        />
        {query && (
          <button type="button" class="tool over" aria-label={text.clearSearch} onClick={clear}>
            <Icon d="M8 8l8 8M16 8l-8 8" />
          </button>
        )}
      </div>
      <p class={rows.length > 0 ? "hint" : "hint none"} role="status">
        {blank ? text.popular : outcome}
      </p>
      {rows.length > 0 && (
        <ul class="rows">
          {rows.map((institution) => {
            const { institution_id, label, name, trouble: health } = institution;
            const [before, match, after] = split(label ?? name);
            return (
              <li>
                <button
                  type="button"
                  class="row"
                  data-testid={`institution-${institution_id}`}
                  // A double click that began on the page's own button chooses nothing.
                  onClick={({ detail }) =>
                    detail > 1 || send({ type: "institution.selected", institution })
                  }
                >
                  {/* A call: twenty components would slow each key down. */}
                  {Logo({ of: institution })}
                  <span class="name">
                    {before}
                    <b>{match}</b>
                    {after}
                    {health && <small data-health={health}> {text.health[health]}</small>}
                  </span>
                </button>
              </li>
            );
          })}
        </ul>
      )}
      {emptyState?.(clear)}
    </Screen>
  );
};
