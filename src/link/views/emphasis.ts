import { fold } from "../../protocol/fold.ts";

/** A name in three parts: before what the user typed, that itself, and after it. */
export const emphasis = (name: string, query: string): [string, string, string] => {
  const plain = fold(name);
  const needle = fold(query.trim());
  const from = plain.length === name.length ? plain.indexOf(needle) : -1;
  if (!needle || from < 0) return [name, "", ""];
  const to = from + needle.length;
  return [name.slice(0, from), name.slice(from, to), name.slice(to)];
};
