import type { ItemDeps } from "../items/deps.ts";
import type { PeopleStore } from "./person.ts";

/** The services that people need: those of Items, and their own store. */
export type PersonDeps = ItemDeps & { store: { people: PeopleStore } };
