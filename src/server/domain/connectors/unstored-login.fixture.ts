import type { InstitutionLogin } from "./bank-transaction.ts";

/** A login with its connector state in memory only. */
export const unstoredLogin = (
  institutionId: string,
  credentials: Record<string, string>,
  connectorState: string | null = null,
): InstitutionLogin => {
  const login: InstitutionLogin = {
    institutionId,
    credentials,
    connectorState,
    replaceState: async (next) => {
      now = unstoredLogin(institutionId, credentials, next);
      return { isStored: true, login: now };
    },
    latest: async () => now,
  };
  let now = login;
  return login;
};
