import type { TokenExchange } from "../../domain/institutions/token-exchange.ts";
import type { BankClient } from "../bank-client.ts";
import { fillTemplate, toText, valueAt } from "./operators.ts";

/** A token is renewed this long before its end. */
const MARGIN_MS = 30_000;

/** The maximum length of a token. */
const MAX_LENGTH = 8000;

/**
 * Returns the token for a customer's credentials. Exchanges the credentials once per token
 * lifetime.
 */
export const openExchange = (
  { path, body, token: place, lifetime_seconds }: TokenExchange,
  credentials: Readonly<Record<string, string>>,
  {
    client,
    base,
    clock,
  }: { client: Pick<BankClient, "post" | "unsupported">; base: string; clock: () => number },
): (() => Promise<string>) => {
  let current: { token: string; until: number } | null = null;
  return async () => {
    const now = clock();
    if (current && now < current.until) return current.token;
    const url = new URL(`${base.replace(/\/+$/, "")}${path}`);
    const filled = Object.entries(body).map(([name, template]) => [
      name,
      fillTemplate(template, (credential) => credentials[credential]),
    ]);
    const response = await client.post(url, path, JSON.stringify(Object.fromEntries(filled)));
    const token = toText(valueAt(place, response.body)) ?? "";
    // Any other text is not a valid header.
    if (!/^[\x21-\x7e]+$/.test(token) || token.length > MAX_LENGTH)
      throw client.unsupported(path, { fields: [place] });
    current = { token, until: now + lifetime_seconds * 1000 - MARGIN_MS };
    return token;
  };
};
