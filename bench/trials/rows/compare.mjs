// Finds the queries that read no more of a large table than of a small one.

/** A tree of an index is one level higher, or two. */
const MORE_PAGES = 40;
const TIMES = 2;

/** The queries of both measurements, those that are not flat first. */
export const compare = (small, large) =>
  [...large]
    .map(([key, after]) => {
      const before = small.get(key);
      const isFlat = before !== undefined && isLike(before.custom, after.custom);
      const isFlatAsGeneric = before !== undefined && isLike(before.generic, after.generic);
      return toLine({ before, after, isFlat, isFlatAsGeneric });
    })
    .toSorted((a, b) => rank(a) - rank(b) || b.pages[1] - a.pages[1]);

const rank = ({ isFlat, isFlatAsGeneric }) => (isFlat ? (isFlatAsGeneric ? 2 : 1) : 0);

const isLike = (before, after) =>
  before.failure === undefined &&
  after.failure === undefined &&
  after.pages <= TIMES * before.pages + MORE_PAGES;

const toLine = ({ before, after, isFlat, isFlatAsGeneric }) => {
  const { step, text, custom, generic } = after;
  const both = (mode, what) => [before?.[mode][what] ?? Number.NaN, after[mode][what]];
  const pages = both("custom", "pages");
  const verdict = isFlat ? (isFlatAsGeneric ? "flat" : "flat, unless planned once") : "NOT FLAT";
  const ms = both("custom", "ms");
  const failure = custom.failure ?? generic.failure ?? before?.custom.failure;
  const line = [
    verdict,
    step,
    ...(failure === undefined
      ? [`${pages.join(" → ")} pages`, `${ms.map((time) => time.toFixed(1)).join(" → ")} ms`]
      : [`not explained: ${failure}`]),
    ...(isFlatAsGeneric || !isFlat || failure !== undefined
      ? []
      : [
          `once planned ${both("generic", "pages").join(" → ")} pages: ${generic.nodes.join(", ")}`,
        ]),
    custom.nodes.join(", "),
    text.replaceAll(/\s+/g, " ").slice(0, 150),
  ];
  return {
    isFlat,
    isFlatAsGeneric,
    step,
    pages,
    ms,
    sql: text,
    before,
    after,
    text: line.join(" | "),
  };
};
