/** The texts of the views of errors, of leaving and of the captcha, in English. */
export const words = {
  captcha: "Check that you are human",
  captchaHelp: (institution: string | null) =>
    `This keeps programs from guessing ${institution ? `passwords at ${institution}` : "amounts"}. Your browser does it by itself in a few seconds: there is no puzzle, and nothing about you is sent.`,
  captchaStart: "Start the check",
  captchaAgain: "Try the check again",
  captchaSolving: "Checking… a few seconds more.",
  another: "Choose another institution",
  failed: (institution: string) => `${institution} could not be connected`,
  failedNumbers: "Your account could not be connected",
  reference: "For support:",
  copy: "Copy for support",
  copied: "Copied",
  leaveTitle: "Leave before connecting?",
  leaveHelp: (clientName: string) => `Your accounts are not connected to ${clientName} yet.`,
  leaveUpdateTitle: "Leave before you are done?",
  leaveUpdateHelp: (clientName: string) => `${clientName} cannot read your accounts until you are.`,
  kept: (institution: string, until: string) =>
    `Your place at ${institution} is kept until ${until}. Passwords are not.`,
  stay: "Keep going",
};
