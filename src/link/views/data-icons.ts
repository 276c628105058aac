import type { LinkProduct } from "../../protocol/vocabulary.ts";

/** A line drawing for each kind of data that can be shared. */
export const DATA_ICONS: Record<LinkProduct | "accounts", string> = {
  accounts: "M4 7h16v11H4zM4 11h16M7.5 15h3",
  transactions: "M8 19V6M4.5 9.5L8 6l3.5 3.5M16 5v13M12.5 14.5L16 18l3.5-3.5",
  auth: "M10 5L8 19M16 5l-2 14M5 9.5h14M5 14.5h14",
  identity: "M12 12a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM5 19.5c1-3.5 3.5-5 7-5s6 1.5 7 5",
  income: "M5 18l5-5 3.5 3.5L20 9M15 9h5v5",
  assets: "M7 4h7l4 4v12H7zM14 4v4h4M10 12.5h5M10 16h5",
};
