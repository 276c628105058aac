import type { ItemDeps } from "../items/deps.ts";
import type { PortalUserStore } from "./portal-user.ts";

/** The services that users of the account site need: those of Items, and their own store. */
export type PortalUserDeps = ItemDeps & { store: { portalUsers: PortalUserStore } };
