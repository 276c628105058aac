/** What institutions ask people to prove that it is them; as many as a round may have. */
export const QUESTIONS = [
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
] as const;

/** Questions with options as people know them; the first option is right. */
export const EVERYDAY_SELECTIONS: { question: string; options: string[] }[] = [
  { question: "Are you signing in yourself?", options: ["Yes", "No"] },
  {
    question: "Which of these did you buy last?",
    options: ["tomato", "potato", "carrot", "spinach"],
  },
  { question: "Which sauce do you like best?", options: ["ketchup", "mustard", "mayonnaise"] },
];
