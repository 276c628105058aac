import type { ComponentChildren } from "preact";
import { hrefOf, type Router, withQuery } from "../route.ts";
import { ReadFailure } from "./read-failure.tsx";
import type { Query } from "./use-query.ts";

/** A column of a list: its head, and what a row has in it. */
export type Column<Row> = {
  name: string;
  cell(row: Row): ComponentChildren;
  /** Whether it holds numbers, which stand to the right. */
  isNumber?: boolean;
};

type ListProps<Row> = {
  /** What the list is called, for who cannot see it. */
  caption: string;
  query: Query<{ rows: Row[]; next: string | null }>;
  columns: readonly Column<Row>[];
  keyOf(row: Row): string;
  /** What is said where there is nothing: how to get something. */
  empty: ComponentChildren;
  router: Router;
};

/** A page of a list as a table, with the way to the next one. Each row's first cell leads to it. */
export const List = <Row,>({ caption, query, columns, keyOf, empty, router }: ListProps<Row>) => {
  const { answer, isLoading } = query;
  const { page, query: address } = router.route.value;
  const isFirst = !address.has("after");
  if (!answer)
    return query.failure === null ? (
      <p class="none" role="status">
        Loading…
      </p>
    ) : (
      <ReadFailure {...query} />
    );
  return (
    <>
      <ReadFailure {...query} />
      {answer.rows.length === 0 ? (
        <div class="empty">{empty}</div>
      ) : (
        <section class="table" aria-label={caption} aria-busy={isLoading}>
          <table>
            <thead>
              <tr>
                {columns.map(({ name, isNumber }) => (
                  <th key={name} scope="col" class={isNumber ? "number" : undefined}>
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {answer.rows.map((row) => (
                <tr key={keyOf(row)}>
                  {columns.map(({ name, cell, isNumber }) => (
                    <td key={name} class={isNumber ? "number" : undefined}>
                      {cell(row)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      <nav class="pager" aria-label="Pages of the list">
        {!isFirst && <a href={hrefOf(page, withQuery(address, {}))}>First page</a>}
        {answer.next !== null && (
          <a class="next" href={hrefOf(page, nextQuery(address, answer.next))}>
            Next page
          </a>
        )}
      </nav>
    </>
  );
};

function nextQuery(address: URLSearchParams, next: string): URLSearchParams {
  const query = withQuery(address, {});
  query.set("after", next);
  return query;
}

/** What an address asks of a list: the page, and the order. */
export const listBody = (address: URLSearchParams): object => ({
  ...(address.get("after") && { after: address.get("after") }),
  ...(address.get("order") === "oldest" && { order: "oldest" }),
});
