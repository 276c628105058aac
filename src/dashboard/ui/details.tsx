import type { ComponentChildren } from "preact";
import { useContext, useEffect, useLayoutEffect } from "preact/hooks";
import { keepRecent } from "../search/recent.ts";
import { hrefOf, type Router, scopeOf } from "../session/route.ts";
import { CopyButton } from "./copy-button.tsx";
import { PlaceBeside } from "./list-with-details.tsx";
import { Loading } from "./loading.tsx";
import type { Query } from "./use-query.tsx";
import { ReadFailure } from "./use-query.tsx";

type DetailsProps<Answer> = {
  query: Query<Answer>;
  router: Router;
  /** The name of the list, for the link back to it. */
  list: string;
  /** The name of one row, by which the search shows it among the recent ones. */
  kind: string;
  /** The name of what is shown: the title of the page. */
  nameOf(answer: Answer): string;
  children(answer: Answer): ComponentChildren;
};

/** The details of one row, below a link back to its list. */
export const Details = <Answer,>({
  query,
  router,
  list,
  kind,
  nameOf,
  children,
}: DetailsProps<Answer>) => {
  const name = query.answer && nameOf(query.answer);
  const isInPanel = useContext(PlaceBeside) === "panel";
  useLayoutEffect(() => {
    // Next to a list, the title of the page is the list's.
    router.objectName.value = isInPanel ? null : name;
    return () => {
      router.objectName.value = null;
    };
  }, [router, name, isInPanel]);
  useEffect(() => {
    const { page, id, query: address } = router.route.value;
    if (name === null || id === null) return;
    const href = hrefOf(`${page}/${encodeURIComponent(id)}`, scopeOf(address));
    keepRecent({ href, name, kind, id });
  }, [name]);
  return (
    <>
      <p class="back">
        <a href={router.listHref()}>← {list}</a>
      </p>
      {isInPanel && <h2 class="title">{name}</h2>}
      <ReadFailure {...query} />
      {query.answer !== null ? children(query.answer) : query.isLoading && <Loading rows={6} />}
    </>
  );
};

/** An id or a code with a button that copies it. */
export const CopiedCode = ({ text, name }: { text: string; name: string }) => (
  <>
    <code>{text}</code> <CopyButton {...{ text, name }} />
  </>
);

/** Lists properties by name; those without a value are left out. */
export const Properties = ({ of }: { of: readonly (readonly [string, ComponentChildren])[] }) => (
  <dl class="properties">
    {of
      .filter(([, value]) => value !== null && value !== false && value !== "")
      .map(([name, value], at) => (
        <div key={`${name} ${at}`}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
  </dl>
);
