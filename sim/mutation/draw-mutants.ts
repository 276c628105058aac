import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { judgedFiles } from "../code/files.ts";
import { parses } from "../code/walk.ts";
import { listMutations, type Mutation } from "./operators.ts";

/** A mutation of a file. `nth` counts the file's mutations with the same text. */
export type Mutant = Mutation & { file: string; nth: number };

type Place = Pick<Mutant, "file" | "operator" | "nth" | "before" | "after">;

/** The name of a mutation, which survives changes of the surrounding code. */
export const placeOf = ({ file, operator, nth, before, after }: Place): string =>
  JSON.stringify([file, operator, before, after, nth]);

/** Returns all mutants of the code that the simulation judges. */
export const allMutants = (root: string): Mutant[] =>
  judgedFiles(root).flatMap((file) => listMutants(file, readFileSync(join(root, file), "utf8")));

/** Returns the mutants of one file. */
export const listMutants = (file: string, text: string): Mutant[] => {
  const counts = new Map<string, number>();
  return listMutations(text).map((mutation) => {
    const place = placeOf({ ...mutation, file, nth: 0 });
    const nth = (counts.get(place) ?? 0) + 1;
    counts.set(place, nth);
    return { ...mutation, file, nth };
  });
};

/**
 * Draws mutants by a seed: those whose names have the smallest hashes. A change of the code
 * therefore keeps the other mutants in the draw. A mutant with invalid syntax is drawn again.
 */
export const drawMutants = <One extends Place>(
  all: readonly One[],
  { seed, count, isSound }: { seed: string; count: number; isSound(one: One): boolean },
): One[] => {
  const hashed = all.map((one) => ({ one, hash: hashOf(`${seed}\n${placeOf(one)}`) }));
  const drawn: One[] = [];
  for (const { one } of hashed.sort((a, b) => (a.hash < b.hash ? -1 : 1))) {
    if (drawn.length === count) break;
    if (isSound(one)) drawn.push(one);
  }
  return drawn;
};

const hashOf = (text: string): string => createHash("sha256").update(text).digest("hex");

/** The text of a file with a mutation. */
export const mutate = (text: string, { start, end, text: part }: Mutation): string =>
  text.slice(0, start) + part + text.slice(end);

/** Returns whether a mutant of a tree parses. */
export const parsesIn = (root: string) => (mutant: Mutant) =>
  parses(mutate(readFileSync(join(root, mutant.file), "utf8"), mutant));
