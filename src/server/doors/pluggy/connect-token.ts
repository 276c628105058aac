import { z } from "zod";
import { COUNTRY_CODES, LANGUAGES } from "../../../protocol/vocabulary.ts";
import type { Grant } from "../../domain/grants/grant.ts";
import { grantLinkUrl, openGrantLink } from "../../domain/grants/open-grant-link.ts";
import type { DoorContext, DoorRequest } from "../door.ts";
import { type LinkDetails, loadConnection } from "./items.ts";
import { parseBody } from "./parameters.ts";
import { CONNECT_LIFETIME_MS, issueConnectToken, type Reader } from "./reader.ts";

const ConnectRequest = z.strictObject({
  itemId: z.uuid().nullish(),
  options: z
    .strictObject({
      clientUserId: z.string().min(1).max(100).nullish(),
      webhookUrl: z.url().max(500).nullish(),
      oauthRedirectUri: z.url().max(500).nullish(),
      oauthRedirectUrl: z.url().max(500).nullish(),
      avoidDuplicates: z.boolean().nullish(),
      connectorSortAlphabetically: z.boolean().nullish(),
      /** Not in the protocol: the language of Link. */
      language: z.enum(LANGUAGES).nullish(),
    })
    .nullish(),
});

/**
 * Responds to POST /connect_token: a token that reads only data connected with it, and the address
 * for the user to connect. The address's secret follows the `#`.
 */
export const createConnectToken = async (
  request: DoorRequest,
  context: DoorContext,
  reader: Reader,
) => {
  const { grant } = reader;
  const { itemId, options } = parseBody(ConnectRequest, request.body);
  const update =
    itemId === null || itemId === undefined
      ? null
      : (await loadConnection(itemId, context, reader)).item.itemId;
  const clientUserId = options?.clientUserId ?? null;
  const uri = options?.oauthRedirectUri ?? options?.oauthRedirectUrl ?? null;
  const details: z.infer<typeof LinkDetails> = {
    clientUserId,
    webhookUrl: options?.webhookUrl ?? null,
  };
  const link = await openGrantLink(context, grant, {
    language: options?.language ?? "en",
    countryCodes: COUNTRY_CODES,
    products: ["transactions"],
    optionalProducts: await enabledInvestments(context, grant),
    institutionId: null,
    redirect: uri === null ? null : { uri, field: "options.oauthRedirectUri", query: {} },
    clientUserId,
    transactionDays: null,
    accessDays: null,
    updateItemId: update,
    lifetimeMs: CONNECT_LIFETIME_MS,
    details: JSON.stringify(details),
  });
  return {
    accessToken: issueConnectToken(context, grant, link.linkId),
    connectUrl: grantLinkUrl(context, link),
  };
};

/**
 * Investments, if the grant's client is enabled for them. A user shares them where the institution
 * has some.
 */
async function enabledInvestments(
  { store }: DoorContext,
  { clientId }: Grant,
): Promise<readonly "investments"[]> {
  const client = clientId === null ? null : await store.clients.byClientId(clientId);
  return client?.products.includes("investments") ? ["investments"] : [];
}
