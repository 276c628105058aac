import { fold } from "../../protocol/fold.ts";

/** A name in three parts: before what the user typed, that itself, and after it. */
export const emphasis = (name: string, query: string): [string, string, string] => {
  const plain = fold(name);
  const wanted = fold(query.trim());
  const from = plain.length === name.length ? plain.indexOf(wanted) : -1;
  if (!wanted || from < 0) return [name, "", ""];
  const to = from + wanted.length;
  return [name.slice(0, from), name.slice(from, to), name.slice(to)];
};
