import type { RareWords } from "../../catalogue.ts";

/** The texts of the trust facts on a pane of their own, in French. */
export const words: RareWords["trust"] = {
  beforeYouConnect: (clientName) => `Reliez vos comptes à ${clientName}`,
};
