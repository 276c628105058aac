import type { ConnectedInstitution, CustomInstitution, InstitutionStore } from "./institution.ts";

/** How long a change by another process may take to be seen. */
const POLL_MS = 2000;

/** The custom institutions, cached in memory. */
export type CustomInstitutions = {
  /** Those without a connection: the same object until they change. */
  current(): readonly CustomInstitution[];
  /** Those with a connection: the same object until they change. */
  connected(): readonly ConnectedInstitution[];
  /** Reloads the list if its revision has changed; undefined if that was checked just before. */
  refresh(): Promise<void> | undefined;
  /** The same, however long ago that was checked. */
  reload(): Promise<void>;
};

/** Caches the custom institutions of the store and reloads them after a change. */
export const openCustomInstitutions = async (
  store: InstitutionStore,
  clock: () => number,
): Promise<CustomInstitutions> => {
  const read = async () => {
    // The revision first: a change in between is then seen by the next poll.
    const revision = await store.revision();
    const connections = new Map(
      (await store.connections()).map((connection) => [connection.institutionId, connection]),
    );
    const all = (await store.all()).map((institution) => {
      const connection = connections.get(institution.institutionId);
      return connection ? { ...institution, oauth: true, connection } : institution;
    });
    return {
      revision,
      withoutConnection: all.filter((institution) => !("connection" in institution)),
      connected: all.filter((institution) => "connection" in institution),
    };
  };
  let snapshot = await read();
  let checkedAt = clock();
  const reload = async (): Promise<void> => {
    checkedAt = clock();
    if ((await store.revision()) !== snapshot.revision) snapshot = await read();
  };
  return {
    current: () => snapshot.withoutConnection,
    connected: () => snapshot.connected,
    refresh: () => (clock() - checkedAt < POLL_MS ? undefined : reload()),
    reload,
  };
};
