import type { SandboxWords } from "../sandbox.ts";

/** The texts of the sandbox's institutions, in English. */
export const sandbox: SandboxWords = {
  labels: {
    username: "User ID",
    password: "Password",
    pin: "PIN",
    customer_number: "Customer number",
    card_number: "Card number",
    account_type: "Account type",
    personal: "Personal",
    business: "Business",
    own_account: "These accounts are my own",
    remember: "Remember this device",
  },
  questions: [
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
  selections: [
    { question: "Are you signing in yourself?", options: ["Yes", "No"] },
    {
      question: "Which of these did you buy last?",
      options: ["tomato", "potato", "carrot", "spinach"],
    },
    { question: "Which sauce do you like best?", options: ["ketchup", "mustard", "mayonnaise"] },
  ],
  numberedQuestion: (question, round) =>
    `Which of these belongs to question ${question} of round ${round}?`,
};
