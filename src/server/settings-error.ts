/** A start that cannot be: the message says why, and what would be right. */
export class SettingsError extends Error {}
