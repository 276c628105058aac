import type { TargetedSubmitEvent } from "preact";
import { useState } from "preact/hooks";
import { hrefOf, type Router, scopeOf } from "../session/route.ts";
import { readField } from "./read-field.ts";

/** A list's filters and order under a name. */
type View = { name: string; query: string };

/** The maximum number of views of a list. */
const MAX_VIEWS = 20;

/** Views of a list that this browser keeps: each is an address, and may be shared as one. */
export const SavedViews = ({ router }: { router: Router }) => {
  const { page, query } = router.route.value;
  const [views, setViews] = useState(() => readViews(page));
  const [isNaming, setNaming] = useState(false);
  const shown = filtersOf(query);
  const change = (next: View[]): void => {
    setViews(next);
    writeViews(page, next);
  };
  const save = (event: TargetedSubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const { text: name } = readField(event.currentTarget);
    if (name === "") return;
    change([...views.filter((view) => view.name !== name), { name, query: shown }]);
    setNaming(false);
  };
  const isSaved = views.some((view) => view.query === shown);
  if (views.length === 0 && shown === "") return null;
  return (
    <div class="views">
      {views.length > 0 && (
        <ul aria-label="Saved views">
          {views.map((view) => (
            <li key={view.name}>
              <a
                href={hrefOf(page, withScope(view.query, query))}
                aria-current={view.query === shown ? "true" : undefined}
              >
                <bdi>{view.name}</bdi>
              </a>
              <button
                type="button"
                class="link"
                aria-label={`Remove the view ${view.name}`}
                onClick={() => change(views.filter((other) => other !== view))}
              >
                ×
              </button>
            </li>
          ))}
        </ul>
      )}
      {isNaming ? (
        <form class="add" onSubmit={save}>
          <input
            class="text"
            name="name"
            aria-label="Name of the view"
            placeholder="Name of the view"
            maxLength={40}
            autocomplete="off"
            ref={(field) => field?.focus()}
            onKeyDown={({ key }) => key === "Escape" && setNaming(false)}
          />
          <button type="submit" class="button small">
            Save
          </button>
        </form>
      ) : (
        shown !== "" &&
        !isSaved &&
        views.length < MAX_VIEWS && (
          <button type="button" class="link" onClick={() => setNaming(true)}>
            Save this view
          </button>
        )
      )}
    </div>
  );
};

/** Returns the filters and the sort order of an address as sorted parameters, without its page and its client. */
const filtersOf = (query: URLSearchParams): string => {
  const filters = new URLSearchParams(query);
  for (const name of ["after", "client"]) filters.delete(name);
  filters.sort();
  return filters.toString();
};

const withScope = (filters: string, query: URLSearchParams): URLSearchParams =>
  new URLSearchParams([...scopeOf(query), ...new URLSearchParams(filters)]);

const toKey = (page: string): string => `service-link views ${page}`;

/** Returns the views of a page; none if the browser keeps nothing. */
const readViews = (page: string): View[] => {
  try {
    const views: unknown = JSON.parse(localStorage.getItem(toKey(page)) ?? "[]");
    return Array.isArray(views) ? views.filter(isView).slice(0, MAX_VIEWS) : [];
  } catch {
    return [];
  }
};

const isView = (value: unknown): value is View =>
  typeof value === "object" &&
  value !== null &&
  "name" in value &&
  "query" in value &&
  typeof value.name === "string" &&
  typeof value.query === "string";

const writeViews = (page: string, views: readonly View[]): void => {
  try {
    localStorage.setItem(toKey(page), JSON.stringify(views));
  } catch {
    // The views last as long as the page.
  }
};
