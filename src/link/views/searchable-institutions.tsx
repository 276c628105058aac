import type { TargetedKeyboardEvent } from "preact";
import type { Catalogue } from "../../i18n/catalogue.ts";
import type { LinkError } from "../../protocol/errors/errors.ts";
import { fold } from "../../protocol/search/name-rank.ts";
import { isEnd } from "../machine/after-refusal.ts";
import { Icon } from "../ui/icon.tsx";
import { type ListProps, SelectInstitution } from "./select-institution.tsx";
import { errorText } from "./texts.ts";
import type { LazyView, ViewProps } from "./view.ts";

/**
 * The list of institutions with the outcome of a search. A search without results, or a failed
 * search, shows alternatives.
 */
export const SearchableInstitutions: LazyView<"SELECT_INSTITUTION"> = (props) =>
  SelectInstitution({
    ...props,
    outcome: describeOutcome(props),
    emphasize: emphasis,
    onKey: moveFocus,
    emptyState: (clear) => <SearchEmptyState {...props} clear={clear} />,
  });

function describeOutcome({
  state,
  text,
}: Parameters<LazyView<"SELECT_INSTITUTION">>[0]): string | undefined {
  const { results } = state;
  if (!results) return searchFailure(state) ? text.searchFailed : undefined;
  // An entry for a file or account numbers is an alternative and no result.
  const { length } = results.filter(({ label }) => !label);
  return length > 0 ? text.found(length) : results.length > 0 ? text.notListed : text.notFound;
}

/**
 * The reason for a failed search of the current query. The state has no field for the reason; an
 * error without an institution is the only sign.
 */
const searchFailure = ({ results, lastError }: ListProps["state"]): LinkError | null =>
  !results && lastError && /^(API|INV|RATE)/.test(lastError.error_type) ? lastError : null;

type SearchEmptyStateProps = ViewProps<"SELECT_INSTITUTION", Catalogue> & {
  clear: Parameters<NonNullable<ListProps["emptyState"]>>[0];
};

const SearchEmptyState = ({ state, send, text, clientName, clear }: SearchEmptyStateProps) => {
  const { query, results } = state;
  const failure = searchFailure(state);
  if (failure) {
    const isOver = isEnd(failure);
    return (
      <>
        <p class="lead">
          {errorText(text, failure)} {text.advice[isOver ? "leave" : "again"]}
        </p>
        <button
          type="button"
          class="link"
          data-testid={isOver ? "leave" : "search-again"}
          onClick={() =>
            send(isOver ? { type: "exit.requested" } : { type: "search.typed", query })
          }
        >
          {isOver ? text.close : text.retry}
        </button>
      </>
    );
  }
  const isBlank = query.trim() === "";
  if (!isBlank && !results) return null;
  return (
    <>
      {!isBlank && results?.length === 0 && (
        <>
          <p class="lead">
            {text.notFoundHelp} {text.notServed(clientName)}
          </p>
          <button type="button" class="link" onClick={clear}>
            {text.clearSearch}
          </button>
        </>
      )}
      <div class="rows last">
        <button
          type="button"
          class="row"
          data-testid="missing-bank"
          onClick={() => send({ type: "institution.missing" })}
        >
          <Icon d="M9 9.5a3 3 0 1 1 4.5 2.6C12.4 12.8 12 13.3 12 14.5M12 17.9v.1" />
          <span class="name">{text.missingBank}</span>
        </button>
      </div>
    </>
  );
};

/**
 * Returns a function that splits a name into the part before the query's match, the match, and the
 * rest.
 */
export const emphasis = (query: string): ((name: string) => [string, string, string]) => {
  const needle = fold(query.trim());
  return (name) => splitAround(needle, name);
};

const splitAround = (needle: string, name: string): [string, string, string] => {
  const plain = fold(name);
  const from = plain.length === name.length ? plain.indexOf(needle) : -1;
  if (!needle || from < 0) return [name, "", ""];
  const to = from + needle.length;
  return [name.slice(0, from), name.slice(from, to), name.slice(to)];
};

/** Arrow keys move between the search and its results. A typed character focuses the search. */
const moveFocus = (event: TargetedKeyboardEvent<HTMLFormElement>): void => {
  const { key, currentTarget, target, ctrlKey, metaKey, altKey } = event;
  if (key === "ArrowDown" || key === "ArrowUp") {
    const stops = [...currentTarget.querySelectorAll<HTMLElement>("input,.row")];
    const at = stops.indexOf(target as HTMLElement);
    event.preventDefault();
    stops[at + (key === "ArrowDown" ? 1 : -1)]?.focus();
  } else if (key.length === 1 && key !== " " && !ctrlKey && !metaKey && !altKey)
    currentTarget.querySelector("input")?.focus();
};
