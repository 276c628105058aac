import { HOSTED_WORDS, type HostedWords } from "../../../i18n/hosted.ts";
import { accentColors } from "../../../protocol/brand/client-brand.ts";
import {
  OpenHostedLinkRequest,
  OpenHostedLinkResponse,
  ReconfirmResponse,
} from "../../../protocol/link/hosted-link.ts";
import type { Language } from "../../../protocol/vocabulary.ts";
import { type ClientBrand, logoPath } from "../../domain/clients/client-brand.ts";
import { Fault } from "../../domain/fault.ts";
import type { Item } from "../../domain/items/item.ts";
import { isReconfirmationDue, reconfirmConsent } from "../../domain/items/reconfirm.ts";
import type { Limit } from "../../domain/limits/rate-limits.ts";
import { findHostedLink, findPastHostedLink } from "../../domain/link/hosted-link.ts";
import { type BridgeContext, bridgeEndpoint } from "../endpoint.ts";

/**
 * The limit of a network's openings of hosted links. A secret cannot be guessed, but each try reads
 * the store.
 */
const OPENINGS: Limit = { perMinute: 60, code: "RATE_LIMIT" };

/** Stands for a link's end in its text. The page inserts the time in the user's time zone. */
const TIME = "{time}";

/**
 * Returns the content of hosted Link's page, and the link token. Changes nothing, so that a program
 * which opens mailed addresses uses up no link. Link starts its session when the user presses the
 * button.
 */
export const openHostedLink = bridgeEndpoint({
  path: "/bridge/hosted/open",
  access: "open",
  request: OpenHostedLinkRequest,
  response: OpenHostedLinkResponse,
  async handle({ secret }, context) {
    await context.guessLimiter.pass(`hosted-link ${context.address}`, OPENINGS);
    const found = await findPastHostedLink(context, secret);
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
    // Any renewal invalidates a reminder.
    const isReminder = hosted.isReminder === true;
    const isRenewed = isReminder && item !== null && isRenewedSince(item, record.createdAt);
    // The link's access may have ended since, and accounts may have been added.
    const isOver = context.clock() >= record.expiresAt;
    const connection =
      isReminder && item && !isOver ? await describeConnection(item, language, context) : null;
    const reconfirms =
      isReminder && !isOver && item !== null && isReconfirmationDue(item, toMoment(context));
    const ask = reconfirms ? asksForYes(words, name) : null;
    return {
      language,
      client_name: name,
      logo: toLogo(brand),
      accents: accentsOf(brand),
      link_token: isConnected || isRenewed || isOver ? null : token,
      expires_at: new Date(record.expiresAt).toISOString(),
      is_over: isOver,
      completion_redirect_uri: hosted.completionRedirectUri,
      connection,
      reconfirms,
      words: {
        title: (isUpdate ? words.updateTitle : words.title)(name),
        text: (connection ? words.renewText : isUpdate ? words.updateText : words.text)(name),
        button: words.button,
        ...ask,
        back: words.back(name),
        until: words.until(TIME),
        done: isOver
          ? { title: words.overTitle, text: words.expiredText(name, TIME) }
          : connection
            ? { title: words.renewedTitle, text: words.renewedText(name) }
            : { title: words.doneTitle, text: words.doneText(name) },
      },
    };
  },
});

/**
 * Renews the consent to an Item by a press on a reminder's page, without a sign-in; once per
 * reminder.
 */
export const reconfirmByLink = bridgeEndpoint({
  path: "/bridge/hosted/reconfirm",
  access: "open",
  request: OpenHostedLinkRequest,
  response: ReconfirmResponse,
  async handle({ secret }, context) {
    await context.guessLimiter.pass(`hosted-link ${context.address}`, OPENINGS);
    const { record, hosted } = (await findHostedLink(context, secret)) ?? {};
    const itemId = hosted?.isReminder === true ? record?.updateItemId : null;
    const item = itemId ? await context.store.items.byItemId(itemId) : null;
    if (!record || !item || isRenewedSince(item, record.createdAt))
      throw new Fault("INVALID_LINK_TOKEN");
    const actor = { kind: "user", name: `link ${item.itemId}` } as const;
    const { consentExpiresAt } = await reconfirmConsent(context, item, actor);
    return { until: new Date(consentExpiresAt ?? context.clock()).toISOString() };
  },
});

const toMoment = ({ environment, clock }: Pick<BridgeContext, "environment" | "clock">) => ({
  environment,
  now: clock(),
});

/** Whether an Item's user has signed in again or reconfirmed since a reminder was written. */
const isRenewedSince = ({ loggedInAt, reconfirmedAt }: Item, at: number): boolean =>
  Math.max(loggedInAt, reconfirmedAt ?? 0) >= at;

/** The texts of a page that asks for a reconfirmation. */
const asksForYes = (words: HostedWords, name: string) => ({
  title: words.reconfirmTitle(name),
  text: words.reconfirmText(name),
  button: words.reconfirmButton,
});

/** Returns an Item's bank, accounts and consent dates, as texts for its user. */
async function describeConnection(
  { itemId, institutionId, createdAt, consentExpiresAt }: Item,
  language: Language,
  context: Pick<BridgeContext, "store" | "directory">,
) {
  const words = HOSTED_WORDS[language];
  const formatDay = (at: number) =>
    new Date(at).toLocaleDateString(language, { dateStyle: "long", timeZone: "UTC" });
  const accounts = await context.store.items.accounts(itemId);
  return {
    institution: institutionName(context, institutionId),
    accounts: accounts.map(({ account: { name, mask } }) =>
      mask ? `${name} ••••\u00a0${mask}` : name,
    ),
    dates: words.dates(
      formatDay(createdAt),
      consentExpiresAt === null ? null : formatDay(consentExpiresAt),
    ),
  };
}

const institutionName = ({ directory }: Pick<BridgeContext, "directory">, id: string): string =>
  directory.has(id) ? directory.get(id).name : id;

const toLogo = (brand: ClientBrand | null) =>
  brand?.logo
    ? { src: logoPath(brand.logo.digest), width: brand.logo.width, height: brand.logo.height }
    : null;

function accentsOf(brand: ClientBrand | null) {
  if (!brand?.accent) return null;
  const { light, dark } = accentColors(brand.accent);
  return { light: light.accent, dark: dark.accent };
}
