import { z } from "zod";

/** The record of what a user has agreed to: a ConsentGrant of FDX. */
export const FdxConsent = z.object({ expirationTime: z.string().nullish().catch(null) });

/** The latest end that is written with a year of four digits. */
const LATEST_END = Date.parse("9999-12-31T00:00:00Z");

/** When a consent ends, in ms since 1970; null where it names no time, or one that has passed. */
export const consentEndOf = (
  { expirationTime }: z.infer<typeof FdxConsent>,
  now: number,
): number | null => {
  const end = Date.parse(expirationTime ?? "");
  return end > now && end <= LATEST_END ? end : null;
};
