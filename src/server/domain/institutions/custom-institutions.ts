import type { CustomInstitution, InstitutionStore } from "./institution.ts";

/** How long a change by another process may take to be seen. */
const POLL_MS = 2000;

/** The custom institutions, cached in memory. */
export type CustomInstitutions = {
  /** The cached list: the same object until it changes. */
  current(): readonly CustomInstitution[];
  /** Reloads the list if its revision has changed; undefined where that was checked just before. */
  refresh(): Promise<void> | undefined;
};

/** Caches the custom institutions of the store and reloads them after a change. */
export const openCustomInstitutions = async (
  store: InstitutionStore,
  clock: () => number,
): Promise<CustomInstitutions> => {
  const read = async () => {
    // The revision first: a change in between is then seen by the next poll.
    const revision = await store.revision();
    return { revision, institutions: await store.all() };
  };
  let snapshot = await read();
  let checkedAt = clock();
  const reload = async (): Promise<void> => {
    checkedAt = clock();
    if ((await store.revision()) !== snapshot.revision) snapshot = await read();
  };
  return {
    current: () => snapshot.institutions,
    refresh: () => (clock() - checkedAt < POLL_MS ? undefined : reload()),
  };
};
