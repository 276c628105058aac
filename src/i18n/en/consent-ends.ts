import type { ConsentEndWords } from "../consent-ends.ts";

export const consentEnds: ConsentEndWords = {
  EXPIRED: "The time that your bank gave this access is over. Sign in again to go on.",
  REVOKED: "You, or your bank, have ended this access there. Sign in again to go on.",
  CLOSED: "This access was closed at the service that reaches your bank. Sign in again to go on.",
  CANCELLED: "This access was cancelled before it began. Sign in again to go on.",
  SUPERSEDED: "Another sign-in at your bank has ended this access. Sign in again to go on.",
  NOT_RECONFIRMED: "You have not confirmed this access for 90 days, so nothing new is read.",
  ask: "The law asks for your yes every 90 days. You need not sign in to your bank.",
  yes: "Yes, go on reading",
};
