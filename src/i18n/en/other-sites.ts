import type { OtherSitesWords } from "../other-sites.ts";

/** The texts of the account site's links to those of other cells, in English. */
export const otherSites: OtherSitesWords = {
  help: "Some applications keep your connections at another address. Sign in there with the same e-mail address:",
};
