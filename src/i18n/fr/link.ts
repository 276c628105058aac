import type { FirstWords } from "../catalogue.ts";

/** The texts of the first views, in French. */
export const link: FirstWords = {
  language: "fr",
  window: "Connecter un compte",
  close: "Fermer",

  selectInstitution: "Choisissez votre établissement",
  sharing: (clientName) => `${clientName} ne voit que les comptes que vous choisissez.`,
  details: "Détails",
  search: "Rechercher par nom",
  clearSearch: "Effacer la recherche",
  popular: "Les plus demandés",
  searching: "Recherche en cours…",
  health: { DEGRADED: "Perturbé", DOWN: "En panne", UNSUPPORTED: "N’est plus proposé" },

  starting: "Un instant…",
  opening: (institution) => `Ouverture de ${institution}…`,
};

/** The text of a French document without JavaScript. */
export const noScript =
  "La connexion d’un compte a besoin de JavaScript. Activez-le, puis rechargez cette page.";
