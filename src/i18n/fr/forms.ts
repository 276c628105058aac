import type { FormWords } from "../forms.ts";

/** What the server's own forms say, in French. */
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
  amounts: { first: "Premier montant", second: "Second montant" },
};
