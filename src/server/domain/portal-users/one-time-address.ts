import { z } from "zod";
import type { Language } from "../../../protocol/vocabulary.ts";
import { Fault } from "../fault.ts";
import { opaqueId } from "../identifiers.ts";
import type { Runtime } from "../runtime.ts";

/** As long as the public token handed over at the same time. */
const FROM_LINK_MS = 30 * 60 * 1000;

/** Long enough for a mail to arrive and be read. */
const BY_MAIL_MS = 15 * 60 * 1000;

const PURPOSE = "one-time-address";

const Content = z.strictObject({
  address_id: z.string(),
  item_id: z.string().nullable(),
  person_id: z.string().nullable(),
  expires_at: z.int(),
});

/** The access of a one-time address: to an Item's connection, or to everything of a person. */
type Opening = { itemId: string; personId: null } | { itemId: null; personId: string };

/** An opened one-time address. */
export type OneTimeAddress = {
  addressId: string;
  itemId: string | null;
  personId: string | null;
  expiresAt: number;
};

/**
 * Creates a single-use path that opens the account site. The secret follows the `#`, which browsers
 * send to no server. So no log or referrer has the secret, and fetching the page does not use it
 * up. A user from Link keeps Link's language, which is in the query.
 */
export const oneTimePath = (
  services: Pick<Runtime, "vault" | "clock" | "random">,
  opening: Opening,
  language?: Language,
): string => {
  const { vault, clock, random } = services;
  const isFromLink = opening.itemId !== null;
  const content: z.input<typeof Content> = {
    address_id: opaqueId(random),
    item_id: opening.itemId,
    person_id: opening.personId,
    expires_at: clock() + (isFromLink ? FROM_LINK_MS : BY_MAIL_MS),
  };
  const sealed = vault.seal(PURPOSE, JSON.stringify(content));
  // A mailed link needs a button press, since malware scanners follow links in mails.
  return `/account${language ? `?${language}` : ""}#${isFromLink ? "" : "mail."}${sealed}`;
};

/**
 * Opens the secret after the `#`; throws INVALID_ONE_TIME_ADDRESS for a forged or expired secret.
 */
export const openOneTimeAddress = (
  { vault, clock }: Pick<Runtime, "vault" | "clock">,
  sealed: string,
): OneTimeAddress => {
  const content = openContent(vault, sealed);
  if (content.expires_at <= clock()) throw new Fault("INVALID_ONE_TIME_ADDRESS");
  return {
    addressId: content.address_id,
    itemId: content.item_id,
    personId: content.person_id,
    expiresAt: content.expires_at,
  };
};

function openContent(vault: Runtime["vault"], sealed: string): z.output<typeof Content> {
  try {
    return Content.parse(JSON.parse(vault.open(PURPOSE, sealed)));
  } catch (cause) {
    throw new Fault("INVALID_ONE_TIME_ADDRESS", { cause });
  }
}
