import type { OtherSitesWords } from "../other-sites.ts";

/** The texts of the account site's links to those of other cells, in French. */
export const otherSites: OtherSitesWords = {
  help: "Certaines applications gardent vos connexions à une autre adresse. Connectez-vous-y avec la même adresse e-mail\u00a0:",
};
