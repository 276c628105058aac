import { asksConsent } from "../../../protocol/vocabulary.ts";
import { DAY_MS } from "../calendar.ts";
import { type NewJob, newJob } from "../jobs/job.ts";
import type { Runtime } from "../runtime.ts";
import type { ItemWebhook } from "../webhooks/webhook.ts";
import type { ItemDeps } from "./deps.ts";
import type { Item } from "./item.ts";
import {
  consentEndOf,
  EXPIRY_NOTICE_MS,
  endsByPerson,
  itemState,
  loginEndOf,
} from "./item-state.ts";
import type { Reminder } from "./reminder.ts";

/**
 * The deadlines of an Item: a reminder before its consent ends; a notice to the application and
 * person a week before; the end of the consent, or of a sandbox login; a reminder of a login that
 * has been broken for a day.
 */
export const DEADLINES = [
  "consent_reminder",
  "consent_notice",
  "consent_last_reminder",
  "consent_end",
  "login_end",
  "login_unmended",
] as const;
type Deadline = (typeof DEADLINES)[number];

/** The name of the job that runs at a deadline. */
export const DEADLINE_JOB = "item-deadline";

type ItemTimes = Pick<Item, "itemId" | "institutionId" | "consentExpiresAt" | "loggedInAt">;
type DeadlineAt = { deadline: Deadline; at: number };

/** How long before the end of a consent its person is reminded. */
const REMINDERS = {
  consent_reminder: 14 * DAY_MS,
  consent_notice: EXPIRY_NOTICE_MS,
  consent_last_reminder: DAY_MS,
};

/** How long a reminder of a broken login is useful. */
const BROKEN_REMINDER_MS = 3 * DAY_MS;

/** Returns the ends of an Item's consent and login, and the times of the notices about them. */
const listDeadlines = (
  item: ItemTimes,
  { environment }: Pick<Runtime, "environment">,
): DeadlineAt[] => {
  const { consentExpiresAt } = item;
  const loginEnd = loginEndOf(item, environment);
  return [
    ...(consentExpiresAt === null
      ? []
      : [
          {
            deadline: "consent_reminder",
            at: consentExpiresAt - REMINDERS.consent_reminder,
          } as const,
          { deadline: "consent_notice", at: consentExpiresAt - REMINDERS.consent_notice } as const,
          {
            deadline: "consent_last_reminder",
            at: consentExpiresAt - REMINDERS.consent_last_reminder,
          } as const,
          { deadline: "consent_end", at: consentExpiresAt } as const,
        ]),
    ...(loginEnd === null ? [] : [{ deadline: "login_end", at: loginEnd } as const]),
  ];
};

/** The jobs for an Item's deadlines. A job does nothing if its deadline has changed. */
export const deadlineJobs = (
  services: Pick<Runtime, "clock" | "random" | "environment">,
  item: ItemTimes,
): NewJob[] =>
  listDeadlines(item, services).map((deadline) => deadlineJob(services, item, deadline));

/** Creates the job that reminds the person of a lost login, unless it is repaired within a day. */
export const lostLoginJob = (
  services: Pick<Runtime, "clock" | "random">,
  item: Pick<Item, "itemId">,
): NewJob =>
  deadlineJob(services, item, { deadline: "login_unmended", at: services.clock() + DAY_MS });

const deadlineJob = (
  services: Pick<Runtime, "clock" | "random">,
  { itemId }: Pick<Item, "itemId">,
  { deadline, at }: DeadlineAt,
): NewJob =>
  newJob(services, {
    jobId: `${DEADLINE_JOB}:${itemId}:${deadline}:${at}`,
    name: DEADLINE_JOB,
    payload: { item_id: itemId, deadline, at },
    lane: DEADLINE_JOB,
    dueAt: at,
  });

/**
 * Returns the reminder of a passed deadline; null if the deadline has changed, or a later reminder
 * replaces it.
 */
export const deadlineReminder = (
  { environment, clock }: Pick<Runtime, "environment" | "clock">,
  item: Item,
  { deadline, at }: DeadlineAt,
): Reminder | null => {
  const now = clock();
  const state = itemState(item, { environment, now });
  const id = `${item.itemId} ${deadline} ${at}`;
  if (deadline === "login_unmended") {
    // A user's sign-in since then has repaired the login; a later loss has its own deadline.
    if (state !== "login_required" || item.loggedInAt > at - DAY_MS) return null;
    const kind = item.consentEnd === "NOT_RECONFIRMED" ? "reconfirm" : "broken";
    return { id, kind, at: at - DAY_MS, usefulUntil: at + BROKEN_REMINDER_MS };
  }
  if (deadline === "consent_end" || deadline === "login_end") return null;
  const { consentExpiresAt } = item;
  if (consentExpiresAt === null || at !== consentExpiresAt - REMINDERS[deadline]) return null;
  if (state !== "good" && state !== "expiring") return null;
  const next = Math.min(
    ...[...Object.values(REMINDERS), 0]
      .map((before) => consentExpiresAt - before)
      .filter((time) => time > at),
  );
  if (now >= next || Math.max(item.loggedInAt, item.reconfirmedAt ?? 0) >= at) return null;
  const kind = endsByPerson(item) ? "reconfirm" : "ends";
  return { id, kind, at: consentExpiresAt, usefulUntil: next };
};

/**
 * Returns the webhook of a passed deadline; null if the deadline has changed, or no longer matters.
 */
export const deadlineWebhook = (
  { directory, environment, clock }: Pick<ItemDeps, "directory" | "environment" | "clock">,
  item: Item,
  { deadline, at }: DeadlineAt,
): ItemWebhook | null => {
  const state = itemState(item, { environment, now: clock() });
  const current = listDeadlines(item, { environment }).find((one) => one.deadline === deadline);
  // The webhook of a stored error was sent when the error was stored.
  if (item.error !== null || current?.at !== at) return null;
  if (deadline === "consent_end" || deadline === "login_end")
    return state === "login_required"
      ? {
          ...{ name: "ITEM:ERROR", error: "ITEM_LOGIN_REQUIRED" },
          consentEnd: consentEndOf(item, { environment, now: clock() }),
        }
      : null;
  const { consentExpiresAt } = item;
  if (deadline !== "consent_notice" || state !== "expiring" || consentExpiresAt === null)
    return null;
  return directory.get(item.institutionId).countryCodes.some(asksConsent)
    ? { name: "ITEM:PENDING_EXPIRATION", expiresAt: consentExpiresAt }
    : {
        name: "ITEM:PENDING_DISCONNECT",
        reason: "INSTITUTION_TOKEN_EXPIRATION",
        disconnectAt: consentExpiresAt,
      };
};
