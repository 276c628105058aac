import type { ItemDeps } from "../items/deps.ts";
import type { UserStore } from "./user.ts";

/** The services for users: those of Items, and the users' store. */
export type UserDeps = ItemDeps & { store: { users: UserStore } };
