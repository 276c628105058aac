/** The names of the fields for the two amounts that arrived on an account. */
export const AMOUNT_FIELDS = { first: "first_amount", second: "second_amount" } as const;

/** The cents of the amounts in a validated form. */
export const centsOf = (values: Record<string, string>): number[] =>
  Object.values(AMOUNT_FIELDS).map((name) =>
    Math.round(Number((values[name] ?? "").replace(",", ".")) * 100),
  );
