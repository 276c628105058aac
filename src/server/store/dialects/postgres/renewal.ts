import type { ClientBase, QueryResult } from "pg";
import type { Role } from "./address.ts";
import { isConnectionLost, requireRole } from "./failures.ts";

/** The lifetime, in ms, of a connection's plans and of its confirmed role. */
const VALID_MS = 2000;

const READ_ONLY = "show transaction_read_only";

/**
 * Throws if the server of a connection has the wrong role, or does not respond within `ms`. A
 * read-only server is no primary.
 */
export const askForRole = async (
  client: ClientBase,
  role: Role,
  ms: number | undefined,
): Promise<void> => {
  const { rows } = await client.query({ text: READ_ONLY, ...{ query_timeout: ms } });
  requireRole(role, rows[0]?.transaction_read_only);
};

/**
 * Sends statements without parameters in one message; resolves with one result, or an array for
 * several statements.
 */
export type Send = (text: string) => Promise<QueryResult>;

/**
 * Makes PostgreSQL plan its named statements again from time to time. A plan made for an almost
 * empty table scans the table, even after the queue has grown. The same round trip checks the
 * server's role, since a pooler may have switched servers. Throws if the role has changed.
 */
export const createRenewal = (
  role: Role,
  elapsed: () => number,
): ((client: ClientBase, send: Send) => Promise<void>) => {
  const renewedAt = new WeakMap<ClientBase, number>();
  let hasDiscard = true;

  const askAgain = async (send: Send, text: string): Promise<void> => {
    // Several statements in one message have a result each, which the driver's types omit.
    const results: QueryResult | QueryResult[] = await send(text);
    const last = Array.isArray(results) ? results.at(-1) : results;
    requireRole(role, last?.rows[0]?.transaction_read_only);
  };

  return async (client, send) => {
    const now = elapsed();
    const last = renewedAt.get(client);
    if (last !== undefined && now - last < VALID_MS) return;
    renewedAt.set(client, now);
    // A new connection has no plans and a confirmed role.
    if (last === undefined) return;
    if (!hasDiscard) return askAgain(send, READ_ONLY);
    try {
      await askAgain(send, `discard plans; ${READ_ONLY}`);
    } catch (failure) {
      if (isConnectionLost(failure)) throw failure;
      // Databases compatible with PostgreSQL may lack this command.
      hasDiscard = false;
      await askAgain(send, READ_ONLY);
    }
  };
};

export type Renewal = ReturnType<typeof createRenewal>;
