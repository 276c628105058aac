import type { RequestKind } from "../../domain/institutions/request-quota.ts";
import type { Mail } from "../../domain/mail/mailer.ts";
import type { Outage } from "../../domain/outages/outage.ts";
import type { Services } from "../../domain/services.ts";
import { toMail } from "./mail-content.ts";

/** The kinds of requests to an institution, in words for developers. */
const KINDS: Record<RequestKind, string> = {
  item_logins: "sign-ins",
  transactions_updates: "transactions",
  balance: "balances",
  identity: "identity",
};

/**
 * Returns the mail about an institution's outage or recovery. Like the Dashboard, it is in English.
 */
export const outageMail = (
  { brand, publicUrl }: Pick<Services, "brand" | "publicUrl">,
  envelope: Pick<Mail, "mailId" | "to">,
  outage: Outage & { institutionName: string; successRate: number },
): Mail => {
  const { institutionId, institutionName: name, kind, beganAt, endedAt, successRate } = outage;
  const share = `${Math.round(successRate * 100)} %`;
  const what = KINDS[kind];
  const isOver = endedAt !== null;
  return toMail(envelope, {
    language: "en",
    brand,
    subject: `${brand.title}: ${name} ${isOver ? "works again" : "is down"} (${what})`,
    text: isOver
      ? `Requests for ${what} succeed again at ${name}: ${share} of the last ones. The outage began at ${timeText(beganAt)} and ended at ${timeText(endedAt)}.`
      : `Most requests for ${what} fail at ${name} since ${timeText(beganAt)}: ${share} of the last ones succeeded. You get another mail once it works again.`,
    button: {
      label: "Open it in the Dashboard",
      url: `${publicUrl()}/dashboard/institutions/${institutionId}`,
    },
    until: "Times are in UTC.",
    notYou: "This address was set under Alerts in the Dashboard, where it can be taken out.",
  });
};

const timeText = (at: number): string => new Date(at).toISOString().slice(0, 16).replace("T", " ");
