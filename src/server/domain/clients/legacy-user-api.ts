/** Clients created from this day on have the new user API from the start. */
const NEW_USER_API_SINCE = Date.UTC(2025, 11, 10);

/** Whether a client has the legacy user API by default, by the time it was created at. */
export const hasLegacyUserApi = (createdAt: number): boolean => createdAt < NEW_USER_API_SINCE;
