import { userInfo } from "node:os";
import type { AuditActor } from "../server/domain/audit-actor.ts";

/** Returns the person who runs a command, by system user name or by user number. */
export const operator = (): AuditActor => ({ kind: "operator", name: userName() });

function userName(): string {
  try {
    return userInfo().username;
  } catch {
    // In a container, the user may have no name.
    return `uid ${process.getuid?.() ?? "unknown"}`;
  }
}
