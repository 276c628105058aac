import type { Catalogue } from "../../i18n/catalogue.ts";
import type { LinkError } from "../../protocol/errors.ts";
import { isEnd } from "../machine/after-refusal.ts";
import { emphasis } from "./emphasis.ts";
import { errorWords } from "./error-words.ts";
import { moveFocus } from "./move-focus.ts";
import { type ListProps, SelectInstitution } from "./select-institution.tsx";
import type { LazyView, ViewProps } from "./view.ts";

/** The list of institutions, with what came of the search, and a way on where a search finds nothing or does not work. */
export const SearchableInstitutions: LazyView<"SELECT_INSTITUTION"> = (props) =>
  SelectInstitution({
    ...props,
    outcome: outcomeOf(props),
    emphasize: emphasis,
    onKey: moveFocus,
    ending: (clear) => <SearchEnding {...props} clear={clear} />,
  });

function outcomeOf({
  state,
  text,
}: Parameters<LazyView<"SELECT_INSTITUTION">>[0]): string | undefined {
  const { results } = state;
  if (!results) return searchFailure(state) ? text.searchFailed : undefined;
  // A way to go on without an institution is none that was found.
  const { length } = results.filter(({ label }) => !label);
  return length > 0 ? text.found(length) : text.notFound;
}

/**
 * Why the search for what is typed failed. The state does not say that it did: an error that no
 * institution gave is the only sign of it.
 */
const searchFailure = ({ results, lastError }: ListProps["state"]): LinkError | null =>
  !results && lastError && /^(API|INV|RATE)/.test(lastError.error_type) ? lastError : null;

type SearchEndingProps = ViewProps<"SELECT_INSTITUTION", Catalogue> & {
  clear: Parameters<NonNullable<ListProps["ending"]>>[0];
};

const SearchEnding = ({ state, send, text, clientName, clear }: SearchEndingProps) => {
  const { query, results } = state;
  const failure = searchFailure(state);
  if (failure) {
    const isOver = isEnd(failure);
    return (
      <>
        <p class="lead">
          {errorWords(text, failure)} {text.advice[isOver ? "leave" : "again"]}
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
  if (results?.length !== 0) return null;
  return (
    <>
      <p class="lead">
        {text.notFoundHelp} {text.notServed(clientName)}
      </p>
      <button type="button" class="link" onClick={clear}>
        {text.clearSearch}
      </button>
    </>
  );
};
