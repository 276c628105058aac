import { createHash } from "node:crypto";

/** The maximum number of named statements. Each takes memory in every connection of the server. */
const MAX_NAMES = 500;
/** Longer statements write many rows at once, and rarely repeat. */
const MAX_CHARACTERS = 4000;

/**
 * Names statements, so that the server parses and plans each only once per connection. That doubles
 * the speed of short statements. The name is a hash of the text: behind a pooler that mixes up
 * connections, a name never refers to another statement.
 */
export const createStatementNames = (isOn: boolean) => {
  const names = new Map<string, string>();
  let areOn = isOn;
  return {
    of: (text: string): string | undefined => {
      if (!areOn || text.length > MAX_CHARACTERS) return undefined;
      const existing = names.get(text);
      if (existing !== undefined || names.size >= MAX_NAMES) return existing;
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
