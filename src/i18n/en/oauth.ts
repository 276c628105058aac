import type { OAuthWords } from "../oauth.ts";

/** The texts of the pages on the way back from an institution, in English. */
export const oauth: OAuthWords = {
  done: ["You can close this window", "Continue in the window where you started."],
  refused: (institution) => `${institution} could not be connected`,
  declined: (institution) => `${institution} was not connected`,
  refusedHelp: "Close this window and go back to where you started to try again.",
  goingOn: ["One moment…", "If nothing happens, go back to the app and start again there."],
  whose: ["Which accounts are they?", "Each has a sign-in of its own."],
  personal: "Personal accounts",
  business: "Business accounts",
  unknown: [
    "This page has expired",
    "Nothing has been connected. Go back to where you started and try again.",
  ],
  used: [
    "This page was opened before",
    "It works only once. Go back to where you started, and continue there.",
  ],
  ended: [
    "This sign-in is no longer open",
    "You have started another one, or left. Nothing has been connected here.",
  ],
  browser: [
    "You started in another browser",
    "To keep you safe, you can continue only in the browser where you started. Nothing has been connected. Go back there and try again.",
  ],
  closed: [
    "This page cannot be opened by itself",
    "If you want to connect an account, go back to the app and start there. Nothing has been connected.",
  ],
};
