/**
 * The possible reasons for the end of a consent, with the texts of ITEM_LOGIN_REQUIRED for each
 * reason.
 */
export const CONSENT_ENDS = {
  EXPIRED: {
    message: "the consent has expired: the time that the bank gave it is over",
    display: "The access to your accounts has expired. Please sign in again.",
  },
  REVOKED: {
    message: "the consent was revoked: the user, or the bank, has ended it",
    display: "The access to your accounts was ended at your bank. Please sign in again.",
  },
  CLOSED: {
    message: "the consent was closed at the aggregator",
    display: "The access to your accounts was closed. Please sign in again.",
  },
  CANCELLED: {
    message: "the consent was cancelled before it was given",
    display: "The access to your accounts was cancelled. Please sign in again.",
  },
  SUPERSEDED: {
    message: "the bank has made the consent invalid, as some do when their customer consents again",
    display: "Another sign-in at your bank has ended this one. Please sign in again.",
  },
  NOT_RECONFIRMED: {
    message: "the user has not reconfirmed the consent within 90 days",
    display: "You have not confirmed the access to your accounts for 90 days.",
  },
} as const satisfies Record<string, { message: string; display: string }>;

export type ConsentEnd = keyof typeof CONSENT_ENDS;

/** How the access begins again after a consent has ended. */
const NEXT = {
  reconfirm: "the user's yes is enough, or a new sign-in in update mode",
  signIn: "the user has to sign in again",
};

/**
 * The texts of ITEM_LOGIN_REQUIRED for the reason of an ended consent; empty for an unknown reason.
 */
export const consentEndTexts = (
  reason: ConsentEnd | null,
): { message?: string; display?: string } => {
  if (reason === null) return {};
  const { message, display } = CONSENT_ENDS[reason];
  return {
    message: `${message}; ${reason === "NOT_RECONFIRMED" ? NEXT.reconfirm : NEXT.signIn}`,
    display,
  };
};
