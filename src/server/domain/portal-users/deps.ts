import type { ItemDeps } from "../items/deps.ts";
import type { PortalUserStore } from "./portal-user.ts";

/** The services for users of the account site: those of Items, and the users' store. */
export type PortalUserDeps = ItemDeps & { store: { portalUsers: PortalUserStore } };
