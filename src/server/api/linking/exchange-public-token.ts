import { z } from "zod";
import { Fault } from "../../domain/fault.ts";
import { digest, isSameDigest } from "../../domain/identifiers.ts";
import { addToLogContext } from "../../domain/log-context.ts";
import { endpoint } from "../endpoint.ts";
import { ItemId, PublicToken, Token } from "../fields.ts";
import { tokenDigest } from "../token-digest.ts";

/** Exchanges a public token, once and within 30 minutes, for the Item's access token. */
export const exchangePublicToken = endpoint({
  path: "/item/public_token/exchange",
  effect: "write",
  products: [],
  summary: "Exchange a public_token from Link for an access_token.",
  description:
    "A public_token is good once, and for 30 minutes. Keep the access_token on your server.",
  request: z.strictObject({ public_token: PublicToken }),
  response: z.strictObject({ access_token: Token, item_id: ItemId }),
  async handle({ public_token }, { client, clock, environment, store, vault }) {
    const key = tokenDigest("public", public_token, { environment });
    const exchange = await store.publicTokens.forExchange(key);
    if (exchange?.clientId !== client.clientId) throw new Fault("INVALID_PUBLIC_TOKEN");
    const { itemId, accessTokenDigest, accessTokenGeneration, expiresAt, removedAt } = exchange;
    addToLogContext({ item_id: itemId });
    if (removedAt !== null) throw new Fault("ITEM_NOT_FOUND");
    const now = clock();
    if (now >= expiresAt) throw refusal("has expired; it is good for 30 minutes");
    // Under another master key the access token would be invalid, and the public token used up.
    const access_token = vault
      .accessTokens(environment, itemId, accessTokenGeneration)
      .find((token) => isSameDigest(digest(token), accessTokenDigest));
    if (access_token === undefined)
      throw new Error("the master key is not the one that this Item was made under");
    if (!(await store.publicTokens.redeem(key, now)))
      throw refusal("has already been exchanged; it is good once");
    return { access_token, item_id: itemId };
  },
});

const refusal = (what: string) =>
  new Fault("INVALID_PUBLIC_TOKEN", { message: `the public_token ${what}` });
