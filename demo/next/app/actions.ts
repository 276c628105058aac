"use server";

import { createApi, createLinkToken } from "./service";

/** Exchanges a public token; returns the names of the accounts that it opens. */
export async function exchange(publicToken: string): Promise<string[]> {
  const api = createApi();
  const { access_token } = await api.itemPublicTokenExchange({ public_token: publicToken });
  // Keep the access token with your user, on the server. It reads the user's data until the user
  // ends the access.
  const { accounts } = await api.accountsGet({ access_token });
  return accounts.map(({ name }) => name);
}

/** Makes another link token, for a second account. */
export async function newToken(): Promise<string> {
  return createLinkToken();
}
