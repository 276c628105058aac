import type { DoorName } from "../domain/grants/grant.ts";
import type { Door } from "./door.ts";
import { gocardless } from "./gocardless/door.ts";
import { ofx } from "./ofx/door.ts";
import { pluggy } from "./pluggy/door.ts";
import { simplefin } from "./simplefin/door.ts";

/** Every door, by its name. */
export const DOORS: Readonly<Record<DoorName, Door>> = {
  simplefin,
  ofx,
  gocardless,
  pluggy,
};
