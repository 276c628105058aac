import type { DashboardAuditEntry } from "../../protocol/dashboard/dashboard-audit.ts";

type Entry = Pick<DashboardAuditEntry, "actor_kind" | "actor" | "client_id" | "client_name">;

/** Returns the actor of an entry by name: a member by mail address, a client by its name, others by their kind. */
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

/** A session is named by its member, and an address has no space; without a member a password or secret opened it. */
const sessionText = ({ actor, client_name: clientName }: Entry): string => {
  const email = actor.split(" ").find((word) => word.includes("@"));
  if (actor.startsWith("operator ")) return email ? `${email} (operator)` : "Operator";
  if (email) return email;
  // An attempt to sign in is named by its address.
  return clientName === null || /[.:]/.test(actor)
    ? `Session ${actor}`
    : `${clientName}, by its secret`;
};
