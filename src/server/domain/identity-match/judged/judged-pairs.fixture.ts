import type { AddressData } from "../../../../protocol/account.ts";
import { type Addresses, OTHER_ADDRESSES, SAME_ADDRESSES } from "./addresses.fixture.ts";
import { type Draw, drawFrom } from "./draw.fixture.ts";
import { type Names, OTHER_NAMES, SAME_NAMES } from "./names.fixture.ts";
import { OTHER_PHONES, SAME_PHONES } from "./phones.fixture.ts";

/** One person or two: the identity that an application has, the one that an institution has, and the truth. */
export type JudgedPair = { part: "name" | "address" | "phone"; kind: string; isSame: boolean } & (
  | { part: "name" | "phone"; given: string; known: string }
  | { part: "address"; given: Partial<AddressData>; known: AddressData }
);

const COUNTS = { name: 300, address: 100, phone: 100 } as const;

/** Makes pairs of a part: of each kind in turn. */
function pairsOf<Value>(
  draw: Draw,
  count: number,
  kinds: Readonly<Record<string, (draw: Draw) => Value>>,
): { kind: string; value: Value }[] {
  const all = Object.entries(kinds);
  return Array.from({ length: count }, (_, at) => {
    const [kind, make] = all[at % all.length] ?? all[0] ?? [];
    if (kind === undefined || !make) throw new Error("a part has no kind of pairs");
    return { kind, value: make(draw) };
  });
}

/** Makes the 1,000 judged pairs: half of them are of one person, the others of two. */
export const judgedPairs = (): JudgedPair[] => {
  const draw = drawFrom(20_261_129);
  const texts = (part: "name" | "phone", isSame: boolean, kinds: Readonly<Record<string, Names>>) =>
    pairsOf(draw, COUNTS[part], kinds).map(
      ({ kind, value: [given, known] }): JudgedPair => ({ part, kind, isSame, given, known }),
    );
  const addresses = (isSame: boolean, kinds: Readonly<Record<string, Addresses>>) =>
    pairsOf(draw, COUNTS.address, kinds).map(
      ({ kind, value: [given, known] }): JudgedPair => ({
        part: "address",
        kind,
        isSame,
        given,
        known,
      }),
    );
  return [
    ...texts("name", true, SAME_NAMES),
    ...texts("name", false, OTHER_NAMES),
    ...addresses(true, SAME_ADDRESSES),
    ...addresses(false, OTHER_ADDRESSES),
    ...texts("phone", true, SAME_PHONES),
    ...texts("phone", false, OTHER_PHONES),
  ];
};
