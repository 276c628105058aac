import { z } from "zod";
import { Item } from "../../../protocol/item.ts";
import { reconfirmConsent } from "../../domain/items/reconfirm.ts";
import { endpoint } from "../endpoint.ts";
import { Token } from "../fields.ts";
import { loadItem } from "../item-of.ts";
import { itemShape } from "../item-shape.ts";

/** Renews the consent to an Item by the user's reconfirmation on the application's own page. */
export const reconfirmItemConsent = endpoint({
  path: "/consent/reconfirm",
  effect: "write",
  products: [],
  summary: "Reconfirm a user's consent to an Item.",
  description:
    "British law asks the user for their yes every 90 days, without a sign-in at the bank. Call it when the user has said " +
    "yes on a page of yours that names the bank, the accounts and your use of them; it is recorded under your client. A yes " +
    "counts from 14 days before the consent ends on; before that the call changes nothing. Where a sign-in is needed, as it " +
    "is elsewhere, the call is refused: then Link renews the Item in update mode.",
  refusals: ["INVALID_FIELD", "ITEM_LOGIN_REQUIRED"],
  request: z.strictObject({ access_token: Token }),
  response: z.strictObject({ item: Item }),
  async handle({ access_token }, context) {
    const item = await loadItem(access_token, context, "renewal");
    const { clientId } = context.client;
    const after = await reconfirmConsent(context, item, { kind: "client", name: clientId });
    return { item: itemShape(after, context) };
  },
});
