import type { PortalAction } from "./action.ts";
import { confirmCode, sendCode } from "./email.ts";
import { endConnection } from "./end-connection.ts";
import { eraseAll, eraseOne } from "./erase.ts";
import { stopSharing } from "./stop-sharing.ts";

/** All actions of a session on the account site. */
export const portalActions: readonly PortalAction[] = [
  endConnection,
  stopSharing,
  eraseOne,
  eraseAll,
  sendCode,
  confirmCode,
];
