import type { MailWords } from "../mails.ts";

/** The texts of mails, in English. */
export const mails: MailWords = {
  signIn: {
    subject: (brand) => `Open your connections at ${brand}`,
    text: "You asked to see who reads your accounts. This opens your connections:",
    button: "Open my connections",
    until: "The link works once, for 15 minutes.",
    notYou: "If you did not ask for this, do nothing: without this email nobody gets in.",
  },
  code: {
    subject: (brand) => `Your code for ${brand}`,
    text: "Type this code on the page where you gave your email address:",
    until: "It works for 10 minutes.",
    notYou:
      "If you did not ask for this, somebody has mistyped their address. Do nothing, and keep the code to yourself.",
  },
  hosted: {
    subject: (brand) => `${brand}: a request to connect your bank`,
    text: (application) =>
      `${application} asks you to connect your bank. You choose the accounts to share, and ${application} never sees your password.`,
    button: "Connect my bank",
    until: (time) => `The link works until ${time}, and connects once.`,
    notYou: "If you did not expect this email, do nothing: nothing is shared.",
  },
  recovery: {
    subject: (brand, institution) => `${brand}: ${institution} can be reached again`,
    text: (institution, application) =>
      `${application} can connect your accounts at ${institution} again: the bank did not respond when you tried.`,
    until: (application) => `To go on, open ${application} and choose your bank as before.`,
    notYou: "If you no longer want to connect them, do nothing. You get this email once.",
  },
  reminder: {
    subject: {
      ends: (brand) => `${brand}: the access to your accounts ends soon`,
      reconfirm: (brand) => `${brand}: say whether the access to your accounts goes on`,
      broken: (brand) => `${brand}: the access to your accounts has stopped`,
    },
    ends: (institution, application, date) =>
      `${application} may read your accounts at ${institution} until ${date}. To go on, sign in there once more.`,
    reconfirm: (institution, application, date) =>
      `${application} may read your accounts at ${institution} until ${date}. To go on, it needs your yes, and no sign-in at your bank.`,
    broken: (institution, application, date) =>
      `${application} has been unable to read your accounts at ${institution} since ${date}. To go on, sign in there once more.`,
    button: "See and renew",
    until: "The button works for 14 days, or until you have renewed the access.",
    notYou: (application) => `If you no longer want ${application} to read them, do nothing.`,
    optOut: "No more reminders",
  },
  address: "Or copy this address into your browser:",
  sentBy: (brand, application) =>
    `${brand} connects bank accounts for ${application}, and sends this email for it.`,
};
