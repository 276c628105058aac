import type { DashboardAuditEntry } from "../../protocol/dashboard/dashboard-audit.ts";

type Entry = Pick<DashboardAuditEntry, "actor_kind" | "actor" | "client_id" | "client_name">;

/**
 * Returns the name of an entry's actor: a member's mail address, a client's name, or the kind of
 * another actor.
 */
export const actorText = (entry: Entry): string => {
  const { actor_kind: kind, actor, client_id: clientId, client_name: clientName } = entry;
  if (kind === "dashboard") return sessionText(entry);
  if (kind === "client") return (actor === clientId && clientName) || actor;
  if (kind === "operator") return `Operator ${actor}`.trim();
  return OTHERS[kind] ?? `${kind} ${actor}`;
};

/** The kinds of actor without a name of their own. */
const OTHERS: Record<string, string> = {
  user: "The user",
  reader: "An application of the user",
  server: "The server",
};

/**
 * A session is named by its member. A session without a member was opened by a password or secret.
 */
const sessionText = ({ actor, client_name: clientName }: Entry): string => {
  const email = actor.split(" ").find((word) => word.includes("@"));
  if (actor.startsWith("operator ")) return email ? `${email} (operator)` : "Operator";
  if (email) return email;
  // A sign-in attempt is named by its address.
  return clientName === null || /[.:]/.test(actor)
    ? `Session ${actor}`
    : `${clientName}, by its secret`;
};
