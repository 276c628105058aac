import type { ComponentChildren } from "preact";
import { useContext, useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { hrefOf, type Router, withQuery } from "../session/route.ts";
import { DownloadCsv } from "./download-csv.tsx";
import { PlaceBeside } from "./list-with-details.tsx";
import { Loading } from "./loading.tsx";
import { SavedViews } from "./saved-views.tsx";
import type { Query } from "./use-query.tsx";
import { ReadFailure } from "./use-query.tsx";

/** A column of a list: its header, and its cell for a row. */
export type Column<Row> = {
  name: string;
  cell(row: Row): ComponentChildren;
  /** Whether it holds numbers, which are aligned to the right, ids cut in the middle, or long codes. */
  isNumber?: boolean;
  /** Whether its numbers are sums of money, with their currency. */
  isAmount?: boolean;
  isId?: boolean;
  isCode?: boolean;
  /** Whether it holds a state with a few words. */
  isState?: boolean;
  /** Whether the first column holds a short name. */
  isName?: boolean;
  /** Whether a narrow list goes without it: on a phone, and next to details. */
  isMinor?: boolean;
  /** The text by which rows are compared: a column that is equal in all rows is left out, and said once. */
  textOf?(row: Row): string;
  /** The server's name of the order by this column; empty for the default order. */
  sort?: string;
};

type Page<Row> = Query<{ rows: Row[]; next: string | null }>;

/** The props of a list. */
export type ListProps<Row> = {
  /** The name of the list, for screen readers. */
  caption: string;
  query: Omit<Page<Row>, "ask" | "live"> & Partial<Pick<Page<Row>, "ask" | "live">>;
  columns: readonly Column<Row>[];
  keyOf(row: Row): string;
  /** Shown if there are no rows: how to get some. */
  empty: ComponentChildren;
  router: Router;
  /** Whether its order can be chosen; the order is in the address, so only for a page's main list. */
  hasOrder?: boolean;
  /** Whether its rows have links; a list without links takes the focus itself, so that the keyboard scrolls it. */
  hasLinks?: boolean;
  /** The name of the file in which all rows can be downloaded; left out for a part of a list. */
  file?: string;
  /** Returns the fields of a row in that file; all of its own by default. */
  fieldsOf?(row: Row): Record<string, unknown>;
};

/**
 * A page of a list as a table, with a link to the next page. Each row's first cell links to its details; headers of
 * sortable columns change the order.
 */
export const List = <Row extends object>({
  caption,
  query,
  columns: allColumns,
  keyOf,
  empty,
  router,
  hasOrder = true,
  hasLinks = true,
  file,
  fieldsOf = (row) => Object.fromEntries(Object.entries(row)),
}: ListProps<Row>) => {
  const { answer, isLoading } = query;
  const { page, id, query: address } = router.route.value;
  const isBeside = useContext(PlaceBeside) === "list";
  const isFirst = !address.has("after");
  const body = useRef<HTMLTableSectionElement>(null);
  const hasRows = (answer?.rows.length ?? 0) > 0;
  // The focus returns to the row whose details were closed, unless the user has moved it.
  useLayoutEffect(() => {
    const place = router.previousRow();
    const { activeElement: focused } = document;
    if (place === null || !(focused === document.body || focused?.tagName === "H1")) return;
    const at = answer?.rows.findIndex((row) => keyOf(row) === place) ?? -1;
    body.current?.children[at]?.querySelector("a")?.focus();
  }, [hasRows, id]);
  useRowKeys(body, router);
  if (!answer) return query.failure === null ? <Loading rows={8} /> : <ReadFailure {...query} />;
  const sorted = hasOrder ? address.get("sort") : null;
  const { columns, alike } = withoutAlike(allColumns, answer.rows, sorted);
  return (
    <>
      {file && <SavedViews key={page} router={router} />}
      {query.live && <Live {...query.live} />}
      <ReadFailure {...query} />
      {answer.rows.length === 0 ? (
        <div class="empty">{empty}</div>
      ) : (
        <section
          class={`table list ${isBeside ? "beside" : ""}`}
          aria-label={caption}
          aria-busy={isLoading}
          {...(!hasLinks && { tabIndex: 0 })}
        >
          <table>
            <thead>
              <tr>
                {columns.map((column) => (
                  <Head
                    key={column.name}
                    {...{ name: column.name, router }}
                    look={lookOf(column)}
                    sort={hasOrder ? column.sort : undefined}
                  />
                ))}
              </tr>
            </thead>
            <tbody ref={body}>
              {answer.rows.map((row) => (
                <tr
                  key={keyOf(row)}
                  aria-current={isBeside && keyOf(row) === id ? "true" : undefined}
                >
                  {columns.map((column) => (
                    <td key={column.name} class={lookOf(column)} data-name={column.name}>
                      {column.cell(row)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      {alike && <p class="alike">In every row: {alike}.</p>}
      {(!isFirst || answer.next !== null) && (
        <nav class="pager" aria-label="Pages of the list">
          {!isFirst && <a href={hrefOf(page, withQuery(address, {}))}>First page</a>}
          {answer.next !== null && (
            <a class="next" href={hrefOf(page, nextQuery(address, answer.next))}>
              Next page
            </a>
          )}
        </nav>
      )}
      {file && query.ask && hasRows && <DownloadCsv {...{ file, fieldsOf }} ask={query.ask} />}
    </>
  );
};

/** Shows that a list adds new rows automatically, and pauses that. */
const Live = ({ isPaused, toggle }: { isPaused: boolean; toggle(): void }) => (
  <p class={`live ${isPaused ? "" : "on"}`}>
    {isPaused ? "Paused" : "Live"}
    <button type="button" class="link" onClick={toggle}>
      {isPaused ? "Go on" : "Pause"}
    </button>
  </p>
);

/** Leaves out columns with the same text in all rows, except the sorted one; also returns those that are not empty. */
function withoutAlike<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  sorted: string | null,
) {
  const [first] = rows;
  const isAlike = ({ textOf, sort }: Column<Row>): boolean =>
    textOf !== undefined &&
    rows.length > 1 &&
    (sort === undefined || sort !== sorted) &&
    new Set(rows.map(textOf)).size === 1;
  const alike = columns.filter(isAlike).flatMap(({ name, textOf }) => {
    const text = first && textOf?.(first);
    return text ? [`${name} ${text}`] : [];
  });
  return { columns: columns.filter((column) => !isAlike(column)), alike: alike.join(", ") };
}

/** Returns the classes of a column's cells. */
const lookOf = <Row,>({
  isNumber,
  isAmount,
  isId,
  isCode,
  isState,
  isName,
  isMinor,
}: Column<Row>): string | undefined =>
  [
    isNumber && "number",
    isAmount && "amounts",
    isId && "ids",
    isCode && "codes",
    isState && "states",
    isName && "names",
    (isMinor || isId) && "minor",
  ]
    .filter(Boolean)
    .join(" ") || undefined;

/**
 * Moves from row to row by j and k, unless its user writes something; Enter opens a row, as any link. Next to the details
 * of a row, it opens the row that it moves to.
 */
function useRowKeys(body: { current: HTMLElement | null }, router: Router): void {
  useEffect(() => {
    const move = (event: KeyboardEvent): void => {
      const step = event.key === "j" ? 1 : event.key === "k" ? -1 : 0;
      const isWriting =
        event.target instanceof HTMLElement && event.target.closest("input,textarea,select,dialog");
      if (step === 0 || isWriting || event.metaKey || event.ctrlKey || event.altKey) return;
      // The list with the focus moves it, or else the first one.
      const bodies = [...document.querySelectorAll(".list tbody")];
      if (body.current !== (document.activeElement?.closest(".list tbody") ?? bodies[0])) return;
      const links = [...(body.current?.querySelectorAll<HTMLElement>("td:first-child a") ?? [])];
      const open = links.findIndex((link) => link.closest("tr[aria-current]"));
      const at = links.indexOf(document.activeElement as HTMLElement);
      const walked = open === -1 ? links[at === -1 ? 0 : at + step] : links[open + step];
      if (!document.activeElement?.closest(".panel")) walked?.focus();
      const href = open === -1 ? null : walked?.getAttribute("href");
      if (href) router.go(href, true);
    };
    addEventListener("keydown", move);
    return () => removeEventListener("keydown", move);
  }, []);
}

type HeadProps = {
  name: string;
  look: string | undefined;
  sort: string | undefined;
  router: Router;
};

/** The header of a column. Each press orders by it descending, then ascending, then by default again. */
const Head = ({ name, look, sort, router }: HeadProps) => {
  const { page, query } = router.route.value;
  const isSorted = sort === (query.get("sort") ?? "");
  const order = isAscending(query) ? "ascending" : "descending";
  const press = (): void => {
    const next = !isSorted
      ? { sort: sort ?? "", order: "" }
      : order === "descending"
        ? { order: "ascending" }
        : { sort: "", order: "" };
    router.go(hrefOf(page, withQuery(query, next)), true);
  };
  return (
    <th scope="col" class={look} aria-sort={isSorted ? order : undefined}>
      {sort === undefined ? (
        name
      ) : (
        <button type="button" class="link" onClick={press}>
          {name}
          {isSorted && <span aria-hidden="true">{order === "ascending" ? " ↑" : " ↓"}</span>}
        </button>
      )}
    </th>
  );
};

const isAscending = (query: URLSearchParams): boolean => query.get("order") === "ascending";

function nextQuery(address: URLSearchParams, next: string): URLSearchParams {
  const query = withQuery(address, {});
  query.set("after", next);
  return query;
}

/** Returns the list's part of a request: the cursor, and the order by a column. */
export const listBody = (address: URLSearchParams): object => ({
  ...(address.get("after") && { after: address.get("after") }),
  ...(address.get("sort") && { sort: address.get("sort") }),
  ...(isAscending(address) && { order: "ascending" }),
});
