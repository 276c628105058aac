import type { SandboxWords } from "../sandbox.ts";

/** The texts of the sandbox's institutions, in French. */
export const sandbox: SandboxWords = {
  labels: {
    username: "Identifiant",
    password: "Mot de passe",
    pin: "Code PIN",
    customer_number: "Numéro client",
    card_number: "Numéro de carte",
    account_type: "Type de compte",
    personal: "Particulier",
    business: "Professionnel",
    own_account: "Ces comptes sont les miens",
    remember: "Se souvenir de cet appareil",
  },
  questions: [
    "Comment s’appelait votre premier animal\u00a0?",
    "Dans quelle ville êtes-vous né(e)\u00a0?",
    "Comment s’appelait votre première école\u00a0?",
    "Quel est le prénom de l’aîné de vos cousins\u00a0?",
    "De quelle couleur était votre premier vélo\u00a0?",
    "Quel plat pourriez-vous manger tous les jours\u00a0?",
    "Dans quelle rue avez-vous grandi\u00a0?",
    "Quel a été votre premier emploi\u00a0?",
    "Quel professeur préfériez-vous\u00a0?",
    "Quel livre avez-vous lu le plus souvent\u00a0?",
  ],
  selections: [
    { question: "Est-ce bien vous qui vous connectez\u00a0?", options: ["Oui", "Non"] },
    {
      question: "Qu’avez-vous acheté en dernier\u00a0?",
      options: ["tomate", "pomme de terre", "carotte", "épinard"],
    },
    {
      question: "Quelle sauce préférez-vous\u00a0?",
      options: ["ketchup", "moutarde", "mayonnaise"],
    },
  ],
  numberedQuestion: (question, round) =>
    `Laquelle de ces réponses va avec la question ${question} du tour ${round}\u00a0?`,
};
