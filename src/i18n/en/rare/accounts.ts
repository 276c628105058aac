const shown = (count: number) =>
  count === 0 ? "No account matches." : count === 1 ? "1 account" : `${count} accounts`;

/** The texts of a login with many accounts, in English. */
export const words = {
  filter: "Filter by name or number",
  clearFilter: "Clear filter",
  shown,
  groups: {
    checking: "Checking",
    savings: "Savings",
    credit: "Credit cards",
    loan: "Loans",
    investment: "Investments",
    other: "Other accounts",
    off: "Cannot be shared",
  },
};
