/**
 * The actor of a change. An operator at the command line has the system user's name. A Dashboard
 * session has its id and its member's e-mail address, or else its setup code or address. A client
 * has its client_id, a reader the grant's id. Others are a user on their own page, and the server
 * itself.
 */
export type AuditActor = {
  kind: "operator" | "dashboard" | "client" | "user" | "reader" | "server";
  name: string;
};

/**
 * The actor and the time, in ms since 1970, of a change and of everything that follows from the
 * change.
 */
export type AuditOrigin = { at: number; actor: AuditActor };
