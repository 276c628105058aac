/** The texts of the views of a second factor, in English. */
export const words = {
  device: "Where should your code go?",
  code: "Enter your code",
  questions: (count: number): string =>
    count === 1 ? "Answer a question" : "Answer some questions",
  mfaHelp: (institution: string) => `${institution} wants to be sure that it is you.`,
  codeHelp: (institution: string) => `${institution} asks for your one-time code.`,
  sentTo: (mask: string) => `It was sent to ${mask}.`,
  codeLabel: "Code",
  codeLength: (length: number) => `The code has ${length} characters.`,
  resend: "Send another code",
  resendIn: (seconds: string) => `You can ask for another code in ${seconds} s.`,
  newCode: (mask: string | null) => `A new code is on its way${mask ? ` to ${mask}` : ""}.`,
  codeEarly: "It is too early for another code. The last one may still arrive.",
  codesOver: "No more codes can be sent. Enter the last one, or go back and start again.",
  byEmail: "Get the code by email instead",
  otherWays: "Get the code another way",
  deviceKinds: { phone: "Phone", email: "Email" },
  missingAnswer: "Please answer this question.",
  missingOption: "Please choose an answer.",
};
