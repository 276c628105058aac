import type { LinkedAccount } from "../linked-item.ts";
import { type Inflow, splitWords } from "./inflow.ts";

/** The words of all owners' names, without duplicate names. */
export const ownerNames = (accounts: readonly LinkedAccount[]): string[][] => {
  const names = new Set(accounts.flatMap(({ owners }) => owners.flatMap((owner) => owner.names)));
  return [...names].toSorted().map(splitWords);
};

/** Finds the owner whose whole name a payment has, among several; "" for none. */
export const personFinder = (
  names: readonly (readonly string[])[],
): ((inflow: Pick<Inflow, "text">) => string) => {
  if (names.length < 2) return () => "";
  return ({ text }) => {
    const words = new Set(splitWords(text));
    return (
      names.find((name) => name.length > 0 && name.every((word) => words.has(word)))?.join(" ") ??
      ""
    );
  };
};
