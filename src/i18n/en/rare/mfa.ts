/** The texts of the views of a second factor, in English. */
export const words = {
  device: "Where should your code go?",
  questions: (count: number): string =>
    count === 1 ? "Answer a question" : "Answer some questions",
  step: (at: number, of: number) => `Question ${at} of ${of}`,
  mfaHelp: (institution: string) => `${institution} wants to be sure that it is you.`,
  deviceKinds: { phone: "Phone", email: "Email" },
  missingAnswer: "Please answer this question.",
  missingOption: "Please choose an answer.",
};
