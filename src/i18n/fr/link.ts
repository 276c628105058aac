import type { FirstWords } from "../catalogue.ts";

/** What the first views say in French. */
export const link: FirstWords = {
  language: "fr",
  window: "Connecter un compte",
  back: "Retour",
  close: "Fermer",
  closing: "Cette fenêtre est fermée. Revenez à l’application pour continuer.",
  covered:
    "Quelque chose couvre cette fenêtre ou la rend transparente. Nous continuons dès qu’elle est de nouveau visible.",
  offline: "Vous êtes hors ligne. Nous reprendrons à votre retour.",

  selectInstitution: "Choisissez votre établissement",
  sharing: (clientName) => `${clientName} ne voit que les comptes que vous choisissez.`,
  search: "Rechercher par nom",
  clearSearch: "Effacer la recherche",
  popular: "Les plus demandés",
  searching: "Recherche en cours…",
  found: (count) => (count < 2 ? `${count} établissement` : `${count} établissements`),
  notFound: "Aucun établissement trouvé",
  searchFailed: "La recherche n’a pas abouti",
  troubles: { DEGRADED: "Perturbé", DOWN: "En panne", UNSUPPORTED: "N’est plus proposé" },

  starting: "Un instant…",
  opening: (institution) => `Ouverture de ${institution}…`,
};

/** What a document says in French whose script may not run. */
export const noScript =
  "La connexion d’un compte a besoin de JavaScript. Activez-le, puis rechargez cette page.";
