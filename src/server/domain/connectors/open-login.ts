import { StoredCredentials } from "../../../protocol/link/bridge.ts";
import { Fault } from "../fault.ts";
import type { Runtime } from "../runtime.ts";
import type { InstitutionLogin } from "./bank-transaction.ts";
import { openState, type SealedState, sealState } from "./connector-state.ts";
import type { ConnectorDeps } from "./deps.ts";

/** A sealed login, with its Item or future Item. */
export type LoginOfItem = { institutionId: string; itemId: string; sealedLogin: string };

/** Seals credentials for one Item, and for this purpose only. */
export const sealCredentials = (
  { vault }: Pick<Runtime, "vault">,
  itemId: string,
  credentials: Record<string, string>,
): string => vault.seal(sealPurpose(itemId), JSON.stringify(credentials));

/** Opens the credentials of a login. */
export const openCredentials = (
  { vault }: Pick<Runtime, "vault">,
  { itemId, sealedLogin }: LoginOfItem,
): Record<string, string> =>
  StoredCredentials.parse(JSON.parse(vault.open(sealPurpose(itemId), sealedLogin)));

/** Opens the login of an Item at its institution, with the state of its connector. */
export const openLogin = async (
  services: Pick<ConnectorDeps, "store" | "vault">,
  item: LoginOfItem,
): Promise<InstitutionLogin> =>
  loginWith(services, item, await services.store.connectorStates.byItemId(item.itemId));

function loginWith(
  services: Pick<ConnectorDeps, "store" | "vault">,
  item: LoginOfItem,
  storedState: SealedState | null,
): InstitutionLogin {
  const { store } = services;
  const { itemId, institutionId } = item;
  const revision = storedState?.revision ?? 0;
  const latest = async () => {
    const now = await store.items.byItemId(itemId);
    if (!now || now.removedAt !== null) throw new Fault("INVALID_ACCESS_TOKEN");
    return openLogin(services, now);
  };
  return {
    institutionId,
    credentials: openCredentials(services, item),
    connectorState: storedState && openState(services, itemId, storedState),
    latest,
    replaceState: async (connectorState, jobs) => {
      const sealedState = sealState(services, itemId, connectorState);
      if (!(await store.connectorStates.replace(itemId, revision, sealedState, jobs)))
        return { isStored: false, login: await latest() };
      const login = loginWith(services, item, { sealed: sealedState, revision: revision + 1 });
      return { isStored: true, login };
    },
  };
}

const sealPurpose = (itemId: string): string => `login:${itemId}`;
