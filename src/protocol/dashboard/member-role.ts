/** The roles of members, the least first. Each role includes the permissions of earlier roles. */
export const MEMBER_ROLES = ["read", "developer", "admin"] as const;
export type MemberRole = (typeof MEMBER_ROLES)[number];

/** Whether a role includes the permissions of another role. */
export const isAtLeast = (role: MemberRole, least: MemberRole): boolean =>
  MEMBER_ROLES.indexOf(role) >= MEMBER_ROLES.indexOf(least);
