/** The one of some names that was probably meant; null where none is near. */
export const nearest = (name: string, known: readonly string[]): string | null => {
  const [best] = known
    .map((one) => ({ one, distance: distanceOf(name, one) }))
    .toSorted((a, b) => a.distance - b.distance);
  return best && best.distance <= Math.max(1, name.length / 3) ? best.one : null;
};

/** How many letters have to be put in, left out or replaced (Levenshtein). */
function distanceOf(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, n) => n);
  for (const [above, letter] of [...from].entries()) {
    const next = [above + 1];
    for (const [at, other] of [...to].entries())
      next.push(
        Math.min(
          (next[at] ?? 0) + 1,
          (row[at + 1] ?? 0) + 1,
          (row[at] ?? 0) + (letter === other ? 0 : 1),
        ),
      );
    row = next;
  }
  return row[to.length] ?? 0;
}
