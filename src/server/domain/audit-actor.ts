/**
 * The actor: an operator at the command line, by the name of the system's user; a session of the Dashboard,
 * by its id behind the e-mail address of its
 * member, or by its setup code or address if it has no id yet; a client by its API keys, by its client_id;
 * a user on their own page; a reader by a grant, by the grant's id; or the server itself.
 */
export type AuditActor = {
  kind: "operator" | "dashboard" | "client" | "user" | "reader" | "server";
  name: string;
};

/** The actor of a change and its time in ms since 1970, for the audit log's entries of all that follows from it. */
export type AuditOrigin = { at: number; actor: AuditActor };
