import type { CustomInstitution, InstitutionStore } from "./institution.ts";

/** How long a change by another process may take to be seen. */
const LOOK_EVERY_MS = 2000;

/** The institutions in the store, kept at hand. */
export type CustomInstitutions = {
  /** Those known now: the same list until it changes. */
  current(): readonly CustomInstitution[];
  /** Looks whether they have changed; undefined where that was looked at just before. */
  refresh(): Promise<void> | undefined;
};

/** Reads the institutions in the store, and again whenever somebody changes them. */
export const openCustomInstitutions = async (
  store: InstitutionStore,
  clock: () => number,
): Promise<CustomInstitutions> => {
  const read = async () => {
    // The revision first: a change in between is seen at the next look.
    const revision = await store.revision();
    return { revision, institutions: await store.all() };
  };
  let known = await read();
  let lookedAt = clock();
  const look = async (): Promise<void> => {
    lookedAt = clock();
    if ((await store.revision()) !== known.revision) known = await read();
  };
  return {
    current: () => known.institutions,
    refresh: () => (clock() - lookedAt < LOOK_EVERY_MS ? undefined : look()),
  };
};
