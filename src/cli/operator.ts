import { userInfo } from "node:os";
import type { AuditActor } from "../server/domain/audit-actor.ts";

/** Returns the person who runs a command, by the name that the system has for them, or by their number. */
export const operator = (): AuditActor => ({ kind: "operator", name: userName() });

function userName(): string {
  try {
    return userInfo().username;
  } catch {
    // A container may run as a user that its system has no name for.
    return `uid ${process.getuid?.() ?? "unknown"}`;
  }
}
