import type { StatementsWords } from "../statements.ts";

export const statements: StatementsWords = {
  title: "Relevés",
  statement: "Relevé de votre banque",
  download: "Télécharger (PDF)",
};
