import type { PortalWords } from "../portal.ts";

/** The texts of the account site, in English. */
export const portal: PortalWords = {
  title: "Your connections",
  lead: (brand) =>
    `Here you see who reads your accounts through ${brand}, and can end it at any time.`,
  loading: "Opening your connections",
  offline: "You are offline. Changes can be made once you are connected again.",
  unreachable: {
    title: "This page cannot be reached",
    help: "Check your connection and try again.",
    again: "Try again",
  },
  noAnswer: "There was no answer. Check your connection and try again.",
  failure: "That did not work. Please try again.",
  tooMany: "Too many attempts. Please wait a minute.",
  sessionEnd: "To keep your data safe, this page has closed itself. Open it again to go on.",
  signedOut: "You are signed out.",
  signIn: {
    title: "See who reads your accounts",
    help: "Enter the email address that you confirmed here. We send you a link that opens your connections once.",
    noMail:
      "Sign in to your bank again in the app where you connected it, and choose “See or stop sharing”.",
    email: "Email address",
    invalid: "Enter an email address, such as ann@mail.example.",
    send: "Send me a link",
    sending: "Sending…",
    sentTitle: "Check your email",
    sent: (email) =>
      `If ${email} belongs to connections here, an email is on its way. Its link works once, for 15 minutes.`,
    again: "Send it again",
    other: "Use another address",
  },
  mailed: {
    title: "Open your connections?",
    help: "The link in your email opens your connections in this browser, once.",
    open: "Open my connections",
    opening: "Opening…",
  },
  expired: {
    title: "This link no longer works",
    help: "It opens your connections once, and only for a short time. Nothing has been changed.",
  },
  erased: {
    title: "Your data is deleted",
    help: "Nothing is connected any more, and what was read of your accounts is erased here. The applications were told so. What they have copied is subject to their own privacy policies.",
  },
  signOut: "Sign out",
  none: {
    title: "Nothing is connected",
    help: "No application reads your accounts here.",
  },
  application: "An application",
  readsFrom: (institution, hasEnded) =>
    `${hasEnded ? "no longer reads" : "reads"} from ${institution}`,
  status: { connected: "Connected", paused: "Paused", ended: "Ended" },
  pausedHelp: "Your institution wants you to sign in again. Until then nothing new is read.",
  endedHelp: "Nothing more can be read. What was read before is kept here until you delete it.",
  what: "What it may read",
  balances: "Your accounts and what they hold",
  products: {
    auth: "Account numbers",
    transactions: "What you paid and received",
    identity: "Your name and contact details",
    income: "What you earn, and from whom",
    assets: "Reports on what you own",
    investments: "Your investments and their worth",
    liabilities: "What you owe, and on what terms",
    statements: "Your bank’s statements as documents",
    balance: "Balances at the moment",
  },
  since: "Since",
  until: "Until",
  untilEnded: "You or your bank ends it",
  accounts: "Accounts",
  ends: "“Disconnect” keeps what was read, “Disconnect and delete” erases it.",
  stop: "Stop sharing",
  stopLabel: (name) => `Stop sharing ${name}`,
  disconnect: "Disconnect",
  erase: "Disconnect and delete",
  eraseRest: "Delete what was read",
  working: "One moment…",
  cancel: "Keep it",
  stopQuestion: {
    title: (name) => `Stop sharing ${name}?`,
    text: (name, application) =>
      `${application} can no longer read ${name}. What was read of it is deleted here, except reports made before.`,
  },
  disconnectQuestion: {
    title: (application) => `Disconnect ${application}?`,
    text: (application, institution) =>
      `${application} can no longer read anything from ${institution}. What was read before is kept here until you delete it. To connect again, you sign in again.`,
  },
  eraseQuestion: {
    title: (application) => `Disconnect ${application} and delete?`,
    text: (application, institution) =>
      `What ${application} reads from ${institution}, your sign-in details and the reports made of it are erased here. This cannot be undone.`,
  },
  eraseRestQuestion: {
    title: (application) => `Delete what ${application} read?`,
    text: (application, institution) =>
      `What ${application} read from ${institution}, your sign-in details and the reports made of it are erased here. This cannot be undone.`,
  },
  eraseAllQuestion: {
    title: () => "Delete everything?",
    text: () =>
      "All connections on this page end, and what was read is erased here, with your email address. This cannot be undone.",
    yes: "Delete everything",
  },
  stopped: (name, application) => `${application} no longer reads ${name}.`,
  disconnected: (application) => `${application} is disconnected.`,
  erasedOne: (application) => `${application} is disconnected, and what was read is deleted.`,
  erasedRest: (application) => `What ${application} read is deleted.`,
  comeBack: {
    title: "Come back at any time",
    help: "With a confirmed email address you can open this page later.",
    send: "Send me a code",
    sent: (email) => `We sent an 8-digit code to ${email}. It works for 10 minutes.`,
    code: "Code from the email",
    confirm: "Confirm",
    wrong: "That is not the code, or it has expired.",
    saved: "Your email address is confirmed.",
    signedIn: (email) => `You can sign in here as ${email}.`,
  },
  data: {
    title: "Your data",
    eraseAll: "Delete everything…",
    kept: "After deletion this stays, because law or billing asks for it: which connections existed, your consents, with dates, and a log of what was done here. Your accounts are in none of it.",
  },
};
