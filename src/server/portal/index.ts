import type { PortalAction } from "./action.ts";
import { confirmCode, sendCode } from "./email.ts";
import { endConnection, stopSharing } from "./end-connection.ts";
import { eraseAll, eraseOne } from "./erase.ts";

/** All actions of a session on the account site. */
export const portalActions: readonly PortalAction[] = [
  endConnection,
  stopSharing,
  eraseOne,
  eraseAll,
  sendCode,
  confirmCode,
];
