/** The roles of members, the least first: each may do all that those before it may. */
export const MEMBER_ROLES = ["read", "developer", "admin"] as const;
export type MemberRole = (typeof MEMBER_ROLES)[number];

/** Returns whether a role may do what another one may. */
export const isAtLeast = (role: MemberRole, least: MemberRole): boolean =>
  MEMBER_ROLES.indexOf(role) >= MEMBER_ROLES.indexOf(least);
