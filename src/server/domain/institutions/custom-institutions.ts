import type { ConnectedInstitution, CustomInstitution, InstitutionStore } from "./institution.ts";

/** The time until a change by another process is seen. */
const POLL_MS = 2000;

/** The custom institutions, cached in memory. */
export type CustomInstitutions = {
  /** The institutions without a connection: the same array until they change. */
  current(): readonly CustomInstitution[];
  /** The institutions with a connection: the same array until they change. */
  connected(): readonly ConnectedInstitution[];
  /** Reloads the list if its revision has changed; undefined if that was checked a moment ago. */
  refresh(): Promise<void> | undefined;
  /** Does the same, regardless of the last check. */
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
