import type { ReasonWords } from "../../protocol/match-reason.ts";

/** The reasons for the score of two transactions that may be the same, in French. */
export const reasons: ReasonWords = {
  equal: "les mêmes faits",
  amount: "le même montant",
  original: "le même montant d’origine",
  more: (percent) => `${percent} % de plus, comme avec un pourboire`,
  held: "un autre montant était réservé",
  pump: "une pompe réserve 1,00",
  part: "une partie du montant",
  party: "le même tiers",
  near: "en moins de 8 jours",
  name: (words) => `le nom «\u00a0${words}\u00a0»`,
  unnamed: "un libellé sans nom",
  untold: "des noms qui ne disent rien",
  earlier: "un jour avant",
  sameDay: "le même jour",
  nextDay: "un jour après",
  later: (days) => `${days} jours après`,
};
