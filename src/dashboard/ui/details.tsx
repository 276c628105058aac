import type { ComponentChildren } from "preact";
import type { Query } from "./use-query.tsx";
import { ReadFailure } from "./use-query.tsx";

type DetailsProps<Answer> = {
  query: Query<Answer>;
  /** The link back to the list. */
  back: { href: string; text: string };
  children(answer: Answer): ComponentChildren;
};

/** The details of one row, below a link back to its list. */
export const Details = <Answer,>({ query, back, children }: DetailsProps<Answer>) => (
  <>
    <p class="back">
      <a href={back.href}>← {back.text}</a>
    </p>
    <ReadFailure {...query} />
    {query.answer !== null
      ? children(query.answer)
      : query.isLoading && <p class="none">Loading…</p>}
  </>
);

/** Lists properties by name; those without a value are left out. */
export const Properties = ({ of }: { of: readonly (readonly [string, ComponentChildren])[] }) => (
  <dl class="properties">
    {of
      .filter(([, value]) => value !== null && value !== false && value !== "")
      .map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
  </dl>
);
