import type { InstitutionLogin } from "../../domain/connectors/bank-transaction.ts";

/** An Item's login as a store keeps it, changed only by compare-and-set. */
export const storedLogin = (institutionId: string, connectorState: string | null) => {
  let row = { connectorState, revision: 1 };
  const open = (): InstitutionLogin => {
    const { connectorState: state, revision } = row;
    return {
      institutionId,
      credentials: {},
      connectorState: state,
      latest: async () => open(),
      replaceState: async (next) => {
        const isStored = row.revision === revision;
        if (isStored) row = { connectorState: next, revision: revision + 1 };
        return { isStored, login: open() };
      },
    };
  };
  return open;
};
