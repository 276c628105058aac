import { HOSTED_WORDS } from "../../../i18n/hosted.ts";
import { accentColors } from "../../../protocol/brand/client-brand.ts";
import {
  OpenHostedLinkRequest,
  OpenHostedLinkResponse,
} from "../../../protocol/link/hosted-link.ts";
import { type ClientBrand, logoPath } from "../../domain/clients/client-brand.ts";
import { Fault } from "../../domain/fault.ts";
import type { Limit } from "../../domain/limits/rate-limits.ts";
import { findHostedLink } from "../../domain/link/hosted-link.ts";
import { bridgeEndpoint } from "../endpoint.ts";

/** How many hosted links a network may open: a secret cannot be guessed, and each try reads the store. */
const OPENINGS: Limit = { perMinute: 60, code: "RATE_LIMIT" };

/** Stands for the end of a link in its text; the page writes it in the time zone of its user. */
const TIME = "{time}";

/**
 * Returns the content of the page of hosted Link, and the link token for Link. It changes nothing, so that a program
 * which opens the addresses in mails uses none up; Link starts its session when the user presses the button.
 */
export const openHostedLink = bridgeEndpoint({
  path: "/bridge/hosted/open",
  access: "open",
  request: OpenHostedLinkRequest,
  response: OpenHostedLinkResponse,
  async handle({ secret }, context) {
    await context.guessLimiter.pass(`hosted-link ${context.address}`, OPENINGS);
    const found = await findHostedLink(context, secret);
    if (!found) throw new Fault("INVALID_LINK_TOKEN");
    const { token, record, hosted } = found;
    const { language, clientName } = record.config;
    const brand = await context.store.brands.of(record.clientId);
    const name = hosted.namesReader ? clientName : brand?.name || clientName;
    const session = await context.store.sessions.byLinkTokenDigest(record.digest);
    const words = HOSTED_WORDS[language];
    const item =
      record.updateItemId === null ? null : await context.store.items.byItemId(record.updateItemId);
    const isUpdate = item !== null;
    const isConnected = session?.step.at === "connected" && !session.step.isOpen;
    // Any renewal makes a reminder void.
    const isRenewed = hosted.isReminder && item !== null && item.loggedInAt >= record.createdAt;
    return {
      language,
      client_name: name,
      logo: logoOf(brand),
      accents: accentsOf(brand),
      link_token: isConnected || isRenewed ? null : token,
      expires_at: new Date(record.expiresAt).toISOString(),
      completion_redirect_uri: hosted.completionRedirectUri,
      words: {
        title: (isUpdate ? words.updateTitle : words.title)(name),
        text: (isUpdate ? words.updateText : words.text)(name),
        button: words.button,
        back: words.back(name),
        until: words.until(TIME),
        done: { title: words.doneTitle, text: words.doneText(name) },
      },
    };
  },
});

const logoOf = (brand: ClientBrand | null) =>
  brand?.logo
    ? { src: logoPath(brand.logo.digest), width: brand.logo.width, height: brand.logo.height }
    : null;

function accentsOf(brand: ClientBrand | null) {
  if (!brand?.accent) return null;
  const { light, dark } = accentColors(brand.accent);
  return { light: light.accent, dark: dark.accent };
}
