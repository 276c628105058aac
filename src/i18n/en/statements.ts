import type { StatementsWords } from "../statements.ts";

export const statements: StatementsWords = {
  title: "Statements",
  statement: "Statement of your bank",
  download: "Download (PDF)",
};
