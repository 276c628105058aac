/** The texts of the view of a one-time code, in English. */
export const words = {
  code: "Enter your code",
  codeHelp: (institution: string) => `${institution} asks for your one-time code.`,
  sentTo: (mask: string) => `It was sent to ${mask}.`,
  picture: "The picture of your institution that your device reads",
  codeLabel: "Code",
  lastSubmits: "The last character submits it.",
  codeLength: (length: number) => `The code has ${length} characters.`,
  resend: "Send another code",
  resendIn: (seconds: string) => `You can ask for another code in ${seconds} s.`,
  newCode: (mask: string | null) => `A new code is on its way${mask ? ` to ${mask}` : ""}.`,
  codeEarly: "It is too early for another code. The last one may still arrive.",
  codesOver: "No more codes can be sent. Enter the last one, or go back and start again.",
  byEmail: "Get the code by email instead",
  otherWays: "Get the code another way",
};
