import { createHash } from "node:crypto";

/** How many statements are prepared under a name; each takes memory in every connection of the server. */
const MOST_NAMES = 500;
/** Longer ones write many rows at once, and hardly ever come again as they are. */
const LONGEST = 4000;

/**
 * The queue's table has few rows or very many, from one second to the next. A plan that was made for few
 * would read the whole table, and a name would make PostgreSQL go by it until it has analyzed the table.
 */
const ON_QUEUE = /\b(?:from|update) "?job\b/;

/**
 * Names statements, so that the server parses and plans each only once per connection: that doubles the
 * speed of short ones. The name is a hash of the text, so that behind a pooler that mixes up connections
 * a name never stands for another statement.
 */
export const createStatementNames = (isOn: boolean) => {
  const names = new Map<string, string>();
  let areOn = isOn;
  return {
    of: (text: string): string | undefined => {
      if (!areOn || text.length > LONGEST) return undefined;
      const existing = names.get(text);
      if (existing !== undefined) return existing;
      if (names.size >= MOST_NAMES || ON_QUEUE.test(text)) return undefined;
      const name = `sl_${createHash("sha256").update(text).digest("base64url").slice(0, 22)}`;
      names.set(text, name);
      return name;
    },
    /** A pooler such as PgBouncer before 1.21 forgets names between transactions. */
    stop: () => {
      areOn = false;
    },
  };
};

export type StatementNames = ReturnType<typeof createStatementNames>;
