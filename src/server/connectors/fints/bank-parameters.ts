import { z } from "zod";
import { type Answer, codeIn, segmentsOf } from "./answers.ts";
import { partOf, type Segment } from "./segments.ts";

/** A method for the second factor of a user. */
export const TanMethod = z.object({
  /** The number of the method's security function. */
  id: z.number().int(),
  name: z.string(),
  /** The version of the method's order, HKTAN. */
  version: z.number().int(),
  isDecoupled: z.boolean(),
  needsMedium: z.boolean(),
  /**
   * The pause before the first question about an approval, and between two questions, in seconds.
   * Then the maximum number of questions.
   */
  firstWait: z.number(),
  wait: z.number(),
  maxRequests: z.number(),
});
export type TanMethod = z.infer<typeof TanMethod>;

/** The facts about a bank that orders depend on. */
export const BankParameters = z.object({
  /** The versions of each order, by the order's name. */
  versions: z.record(z.string(), z.array(z.number().int())),
  /** The orders that may require a TAN. */
  tanOrders: z.array(z.string()),
  camtFormats: z.array(z.string()),
  /** The number of days for which rows are kept, by order. */
  days: z.record(z.string(), z.number()),
});
export type BankParameters = z.infer<typeof BankParameters>;

/** Reads the parameters from the answer at the start of a dialog; null without parameters. */
export const readParameters = (answer: Answer): BankParameters | null => {
  const pins = segmentsOf(answer, "HIPINS")[0];
  if (!pins) return null;
  const [, , , , , ...orders] = pins.elements[3] ?? [];
  const versions: Record<string, number[]> = {};
  for (const { id, version } of answer.segments) {
    const order = /^HI([A-Z]{3})S$/.exec(id)?.[1];
    if (order !== undefined) versions[`HK${order}`] = [...(versions[`HK${order}`] ?? []), version];
  }
  const lastOf = (id: string): Segment | undefined =>
    segmentsOf(answer, id)
      .toSorted((a, b) => a.version - b.version)
      .at(-1);
  const camt = lastOf("HICAZS");
  const mt940 = lastOf("HIKAZS");
  return {
    versions,
    tanOrders: orders.filter((order, at) => at % 2 === 0 && orders[at + 1] === "J" && order !== ""),
    camtFormats: (camt?.elements[3] ?? []).slice(3).filter((format) => format.includes("camt.")),
    days: {
      ...(camt && { HKCAZ: Number(partOf(camt, 3)) || 0 }),
      // Up to version 5 the parameters come first, since the security class was introduced in
      // version 6.
      ...(mt940 && { HKKAZ: Number(partOf(mt940, mt940.version < 6 ? 2 : 3)) || 0 }),
    },
  };
};

/** The highest version of an order that bank and library support, or null. */
export const versionOf = (
  { versions }: BankParameters,
  order: string,
  known: readonly number[],
): number | null => {
  const common = (versions[order] ?? []).filter((version) => known.includes(version));
  return common.length > 0 ? Math.max(...common) : null;
};

/** The number of fields per method in HITANS, and the positions of some fields. */
const FIELDS: Readonly<Record<number, number>> = { 6: 21, 7: 26 };
const NAME = 5;
const MEDIUM = 18;

/** Reads the methods that the bank permits to this user, in the bank's order. */
export const readMethods = (answer: Answer): TanMethod[] => {
  const permitted = codeIn(answer, "3920")?.parameters ?? [];
  const byId = new Map<string, TanMethod>();
  const lists = segmentsOf(answer, "HITANS").toSorted((a, b) => a.version - b.version);
  for (const { version, elements } of lists) {
    const length = FIELDS[version];
    if (length === undefined) continue;
    const fields = (elements[3] ?? []).slice(3);
    for (let at = 0; at < fields.length; at += length) {
      const method = fields.slice(at, at + length);
      const [id = "", , , kind = ""] = method;
      // A method with only an approval has no code to type.
      const isDecoupled = version >= 7 && /^decoupled/i.test(kind);
      const seconds = (index: number): number => Number(method[index]) || 0;
      byId.set(id, {
        ...{ id: Number(id), name: method[NAME] || id, version, isDecoupled },
        needsMedium: method[MEDIUM] === "2",
        ...{ maxRequests: seconds(21), firstWait: seconds(22), wait: seconds(23) },
      });
    }
  }
  return [...new Set(permitted)].flatMap((id) => byId.get(id) ?? []);
};

/**
 * A user's device or TAN list, by its name at the bank, with the visible part of its phone number.
 */
export const Medium = z.object({ name: z.string(), phone: z.string().nullable() });
export type Medium = z.infer<typeof Medium>;

/** The media in the answer to HKTAB, each once. */
export const readMedia = (answer: Answer): Medium[] => {
  const byName = new Map<string, Medium>();
  for (const { version, elements } of segmentsOf(answer, "HITAB"))
    for (const medium of elements.slice(1)) {
      const at = version >= 5 ? 13 : 12;
      const name = (medium[at] ?? "").trim();
      const phone = medium[at + 1] || medium[at + 2] || null;
      if (name !== "") byName.set(name, { name, phone: medium[0] === "M" ? phone : null });
    }
  return [...byName.values()];
};
