import type { ItemDeps } from "../items/deps.ts";
import type { UserStore } from "./user.ts";

/** The services that users need: those of Items, and their own store. */
export type UserDeps = ItemDeps & { store: { users: UserStore } };
