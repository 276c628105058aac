/** The path at which a setup token of SimpleFIN is claimed. */
export const SIMPLEFIN_CLAIM_PATH = "/simplefin/claim/";

/**
 * The setup token of SimpleFIN: the address at which it is claimed, in base64. The protocol wants the secret in the
 * path; it works once, within a day, and logs have the path's pattern.
 */
export const setupToken = (publicUrl: string, claimToken: string): string =>
  Buffer.from(new URL(`${SIMPLEFIN_CLAIM_PATH}${claimToken}`, publicUrl).href).toString("base64");
