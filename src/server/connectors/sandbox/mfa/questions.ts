import type { Language } from "../../../../protocol/vocabulary.ts";

type Selection = { question: string; options: string[] };

/** Security questions, as many as a round may have. */
export const QUESTIONS: { [L in Language]: readonly string[] } = {
  en: [
    "What was the name of your first pet?",
    "In which town were you born?",
    "What was the name of your first school?",
    "What is the first name of your oldest cousin?",
    "What was the colour of your first bicycle?",
    "Which dish could you eat every day?",
    "In which street did you grow up?",
    "What was your first job?",
    "Who was your favourite teacher?",
    "Which book have you read most often?",
  ],
  fr: [
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
};

/** Everyday questions with options, the first of which is right. */
export const EVERYDAY_SELECTIONS: { [L in Language]: Selection[] } = {
  en: [
    { question: "Are you signing in yourself?", options: ["Yes", "No"] },
    {
      question: "Which of these did you buy last?",
      options: ["tomato", "potato", "carrot", "spinach"],
    },
    { question: "Which sauce do you like best?", options: ["ketchup", "mustard", "mayonnaise"] },
  ],
  fr: [
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
};

/** A generated question with its numbers. */
export const NUMBERED_QUESTION: { [L in Language]: (question: number, round: number) => string } = {
  en: (question, round) => `Which of these belongs to question ${question} of round ${round}?`,
  fr: (question, round) =>
    `Laquelle de ces réponses va avec la question ${question} du tour ${round}\u00a0?`,
};
