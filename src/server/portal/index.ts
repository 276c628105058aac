import type { PortalAction } from "./action.ts";
import { addFile } from "./add-file.ts";
import { decideMatch } from "./decide-match.ts";
import { confirmCode, sendCode } from "./email.ts";
import { endConnection, stopSharing } from "./end-connection.ts";
import { eraseAll, eraseOne } from "./erase.ts";
import { changeGrant, createGrant, endGrant, joinGrant } from "./grants.ts";
import { reconfirmConnection } from "./reconfirm.ts";
import { switchReminders } from "./reminders.ts";

/** All actions of a session on the account site. */
export const portalActions: readonly PortalAction[] = [
  endConnection,
  stopSharing,
  decideMatch,
  addFile,
  eraseOne,
  eraseAll,
  sendCode,
  confirmCode,
  reconfirmConnection,
  switchReminders,
  createGrant,
  changeGrant,
  endGrant,
  joinGrant,
];
