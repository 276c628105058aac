import type { FormWords } from "../forms.ts";

/** The texts of the server's own forms, in French. */
export const forms: FormWords = {
  application: "cette application",
  manualEntry: {
    name: "Saisie manuelle",
    label: "Saisir les numéros de compte",
    kinds: { checking: "Compte courant", savings: "Compte d’épargne" },
    routing: "Numéro d’acheminement (routing)",
    account: "Numéro de compte",
    type: "Type de compte",
    agree: "J’accepte deux petits virements qui prouvent que ce compte est le mien",
  },
  approval: {
    user: "Nom d’utilisateur",
    before: (institution) =>
      `Aucun mot de passe ici\u00a0: ${institution} vous demande votre accord dans son application.`,
    title: (institution) => `Approuvez dans l’application de ${institution}`,
    help: "Ouvrez l’application et comparez le code. Si elle en affiche un autre, n’approuvez pas.",
    later:
      "L’application ne demande rien\u00a0? Annulez, vérifiez votre nom d’utilisateur et réessayez.",
  },
  another: "Connecter un autre compte",
  existing:
    "Vous avez connecté cet identifiant le {since}. Renouveler cette connexion conserve son historique.",
  renew: "Renouveler cette connexion",
  deletesRest: "Ce que ce service a lu des autres est supprimé, sauf les rapports déjà établis.",
  otherAccounts: (application) =>
    `${application} demande un type de compte que cet identifiant n’a pas.`,
  amounts: { first: "Premier montant", second: "Second montant" },
};
