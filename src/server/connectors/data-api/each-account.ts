import { Fault } from "../../domain/fault.ts";

/** The number of accounts to read concurrently, since institutions also limit concurrent calls. */
const AT_ONCE = 4;

/** Maps a list in order with limited concurrency. */
export async function mapWithConcurrency<T, R>(
  list: readonly T[],
  work: (entry: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  for (let at = 0; at < list.length; at += AT_ONCE)
    results.push(...(await Promise.all(list.slice(at, at + AT_ONCE).map(work))));
  return results;
}

/**
 * Maps accounts in order with limited concurrency. Accounts that the user does not share, for
 * example after unticking them at the institution, are left out; throws ACCESS_NOT_GRANTED if that
 * is all of them.
 */
export async function mapGranted<T, R>(
  list: readonly T[],
  work: (entry: T) => Promise<R>,
): Promise<{ results: R[]; refused: T[] }> {
  const outcomes = await mapWithConcurrency(list, (entry) =>
    work(entry).then(
      (result) => ({ result }),
      (failure: unknown) => {
        if (!(failure instanceof Fault) || failure.code !== "ACCESS_NOT_GRANTED") throw failure;
        return { entry, failure };
      },
    ),
  );
  const refused = outcomes.flatMap((outcome) => ("failure" in outcome ? [outcome] : []));
  const [first] = refused;
  if (first && refused.length === list.length) throw first.failure;
  return {
    results: outcomes.flatMap((outcome) => ("result" in outcome ? [outcome.result] : [])),
    refused: refused.map(({ entry }) => entry),
  };
}
