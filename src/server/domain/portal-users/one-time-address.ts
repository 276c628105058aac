import { z } from "zod";
import type { Language } from "../../../protocol/vocabulary.ts";
import { Fault } from "../fault.ts";
import { opaqueId } from "../identifiers.ts";
import type { Runtime } from "../runtime.ts";

/** As long as the public token that is handed over at the same time. */
const FROM_LINK_MS = 30 * 60 * 1000;

/** Long enough for a mail to arrive and to be read. */
const BY_MAIL_MS = 15 * 60 * 1000;

const PURPOSE = "one-time-address";

const Content = z.strictObject({
  address_id: z.string(),
  item_id: z.string().nullable(),
  person_id: z.string().nullable(),
  expires_at: z.int(),
});

/** The access that a one-time address gives: to the connection of an Item, or to all of a person. */
type Opening = { itemId: string; personId: null } | { itemId: null; personId: string };

/** A one-time address, opened. */
export type OneTimeAddress = {
  addressId: string;
  itemId: string | null;
  personId: string | null;
  expiresAt: number;
};

/**
 * Creates the path that opens the account site once. Its secret is after the `#`, which browsers send to no
 * server: it is in no log and no referrer, and fetching the page alone does not use it up. A user who comes
 * from Link keeps Link's language, which is in the query.
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
  // A link from a mail is confirmed by a button, since malware scanners follow links in mails.
  return `/account${language ? `?${language}` : ""}#${isFromLink ? "" : "mail."}${sealed}`;
};

/** Opens the secret after the `#`; throws INVALID_ONE_TIME_ADDRESS if it is forged or expired. */
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
