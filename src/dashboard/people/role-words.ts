import type { MemberRole } from "../../protocol/dashboard/member-role.ts";

/** The abilities of each role, as words after "may". */
export const ROLE_WORDS: Record<MemberRole, string> = {
  read: "see everything, and change nothing",
  developer: "see everything, and change webhooks, Link and Items",
  admin: "see and change everything, also keys, the brand and people",
};
