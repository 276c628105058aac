import { SessionConfig } from "../../../protocol/link/config.ts";
import type { Language } from "../../../protocol/vocabulary.ts";
import { listLinkProducts } from "../institutions/product.ts";
import type { Item } from "../items/item.ts";
import type { Runtime } from "../runtime.ts";
import type { LinkDeps } from "./deps.ts";
import type { HostedLink } from "./link-session.ts";
import { issueLinkToken } from "./link-token.ts";

/** The options of a link token that this server itself creates for update mode. */
type Options = {
  clientName: string;
  language: Language;
  hosted?: HostedLink;
  lifetimeMs?: number;
};

/** Creates a link token that opens update mode for an Item, and the record to store. */
export const updateToken = (
  services: Parameters<typeof issueLinkToken>[0] &
    Pick<Runtime, "random"> &
    Pick<LinkDeps, "directory">,
  { itemId, clientId, institutionId, products }: Item,
  { clientName, language, hosted, lifetimeMs }: Options,
): ReturnType<typeof issueLinkToken> =>
  issueLinkToken(
    services,
    {
      clientId,
      config: {
        clientName,
        product: listLinkProducts(products),
        countryCodes: services.directory.get(institutionId).countryCodes,
        language,
      },
      updateItemId: itemId,
      details: {
        clientUserId: null,
        redirectUri: null,
        userId: null,
        products: [],
        permissiblePurpose: null,
        reportOptions: null,
        ...(hosted && { hosted }),
      },
    },
    lifetimeMs,
  );

/** Returns the client's name for Link; undefined if the name is not allowed there. */
export const nameInLink = (name: string): string | undefined =>
  // The cut may split a surrogate pair.
  SessionConfig.shape.clientName.safeParse(
    name
      .trim()
      .slice(0, 60)
      .replace(/[\ud800-\udbff]$/, ""),
  ).data;
