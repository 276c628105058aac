import type { DoorName } from "../domain/grants/grant.ts";
import type { Door } from "./door.ts";

/** Every door by its name. A door is loaded on first use, since most servers open none. */
export const DOORS: Readonly<Record<DoorName, () => Promise<Door>>> = {
  simplefin: async () => (await import("./simplefin/door.ts")).simplefin,
  ofx: async () => (await import("./ofx/door.ts")).ofx,
  gocardless: async () => (await import("./gocardless/door.ts")).gocardless,
  pluggy: async () => (await import("./pluggy/door.ts")).pluggy,
};
