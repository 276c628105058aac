import { z } from "zod";

/** A text of a form, with the error for any other. */
export const matching = (pattern: RegExp, error: string) =>
  z
    .string()
    .max(300, { error })
    .refine((value) => pattern.test(value), { error });

/** A dotted path into an object of the bank's response; a part may be the number of an element. */
export const Path = matching(
  /^[A-Za-z_$][\w$-]*(\.[\w$-]+){0,7}$/,
  "must be a dotted path like balance.amount",
);

const Divisor = z.union([z.literal(10), z.literal(100), z.literal(1000)]);

/** The zone in which a bank counts days, such as Europe/Kyiv; UTC by default. */
const TimeZone = z
  .string()
  .max(60)
  .refine(isTimeZone, { error: "must be a time zone like Europe/Kyiv" });

function isTimeZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: zone }) !== null;
  } catch {
    return false;
  }
}

/** The closed list of operators; a path alone takes the value as it is. */
export const Operator = z.union(
  [
    Path,
    z.strictObject({ text: z.string().min(1).max(100) }),
    z.strictObject({ first: z.array(Path).min(2).max(5) }),
    z.strictObject({ of: Path, last: z.int().min(1).max(4) }),
    z.strictObject({ of: Path, divide: Divisor }),
    z.strictObject({ of: Path, minus: Path, divide: Divisor.optional() }),
    z.strictObject({
      of: Path,
      epoch: z.enum(["seconds", "milliseconds"]),
      zone: TimeZone.optional(),
    }),
    z.strictObject({
      of: Path,
      map: z.record(z.string().max(60), z.string().max(60)),
      else: z.string().max(60).optional(),
    }),
  ],
  {
    error:
      'must be a dotted path, or one of {"text"}, {"first"}, {"of","last"}, {"of","divide"}, {"of","minus"}, {"of","epoch"} and {"of","map","else"}',
  },
);
export type Operator = z.infer<typeof Operator>;
