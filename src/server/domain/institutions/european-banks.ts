/**
 * The numbers in the ids of the sandbox's European banks, whose logins last as long as their
 * consent.
 */
export const EUROPEAN_BANKS = { history: 942901, reads: 942902, ids: 942903, yes: 942904 };

const IDS = new Set(Object.values(EUROPEAN_BANKS).map((number) => `ins_${number}`));

/** Whether a login at a sandbox bank lasts as long as its consent. */
export const lastsAsConsent = (institutionId: string): boolean => IDS.has(institutionId);

/**
 * Whether a consent at a sandbox bank ends only when the user's reconfirmation expires, as at
 * British banks.
 */
export const endsByYesAlone = (institutionId: string): boolean =>
  institutionId === `ins_${EUROPEAN_BANKS.yes}`;
