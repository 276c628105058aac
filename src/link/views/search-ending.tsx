import type { Catalogue } from "../../i18n/catalogue.ts";
import { isEnd } from "../machine/after-refusal.ts";
import { errorWords } from "./error-words.ts";
import { type ListProps, SelectInstitution, searchFailure } from "./select-institution.tsx";
import type { LaterView, ViewProps } from "./view.ts";

/** The list of institutions, with a way on where a search finds nothing or does not work. */
export const SearchableInstitutions: LaterView<"SELECT_INSTITUTION"> = (props) =>
  SelectInstitution({ ...props, ending: (clear) => <SearchEnding {...props} clear={clear} /> });

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
