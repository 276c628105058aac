import type { HostedWords } from "../hosted.ts";

/** The texts of hosted Link's page, in English. */
export const hosted: HostedWords = {
  title: (application) => `${application} asks you to connect your bank`,
  text: (application) =>
    `You choose your bank, sign in there, and decide which accounts ${application} may read. ${application} never sees your password.`,
  updateTitle: (application) => `${application} asks you to sign in to your bank again`,
  updateText: (application) =>
    `${application} can no longer read the accounts that you share. Sign in again to go on, or close this page.`,
  button: "Continue",
  back: (application) => `Back to ${application}`,
  until: (time) => `This link works until ${time}.`,
  renewText: (application) =>
    `One sign-in renews the access of ${application} to these accounts. To end it, close this page.`,
  reconfirmTitle: (application) => `May ${application} go on reading your accounts?`,
  reconfirmText: (application) =>
    `The law asks for your yes every 90 days; you need not sign in to your bank. Without it ${application} stops reading. To end it, close this page.`,
  reconfirmButton: "Yes, go on",
  dates: (since, until) =>
    until === null ? `Shared since ${since}` : `Shared since ${since}, until ${until}`,
  renewedTitle: "The access is renewed",
  renewedText: (application) => `${application} may go on reading these accounts.`,
  doneTitle: "Your bank is connected",
  doneText: (application) =>
    `${application} can now read the accounts that you chose. You can close this page.`,
  overTitle: "This link no longer works",
  expiredText: (application, time) => `It expired on ${time}. Ask ${application} for another one.`,
  overText:
    "It has expired, or its address is not complete. Open it once more from the message, or ask the application that sent it for another one.",
  runBy: (brand) => `This page is run by ${brand}.`,
  terms: "Terms",
  privacyPolicy: "Privacy policy",
  reminders: {
    ask: {
      title: "No more reminders?",
      text: "You will get no reminder before the access to your accounts ends.",
      button: "Stop the reminders",
    },
    stopped: {
      title: "Reminders are off",
      text: "The access to your accounts stays as it is.",
      button: "Keep reminding me",
    },
    again: {
      title: "Reminders are on again",
      text: "You get an email before the access to your accounts ends.",
      button: null,
    },
  },
  offline: "The connection is interrupted. Check your network, and try again.",
  again: "Try again",
};
