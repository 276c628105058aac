import { reminderMail } from "../documents/mail/user-mails.ts";
import type { Item } from "../domain/items/item.ts";
import { RENEWAL_LINK_MS, type Reminder, reminderSecret } from "../domain/items/reminder.ts";
import { hostedRandom, hostedUrl } from "../domain/link/hosted-link.ts";
import { nameInLink, updateToken } from "../domain/link/update-token.ts";
import { mailJob } from "../domain/mail/mail-job.ts";
import { openEmail } from "../domain/portal-users/email.ts";
import { optOutUrl } from "../domain/portal-users/reminder-opt-out.ts";
import type { Services } from "../domain/services.ts";

/**
 * Writes a reminder with a renewal link, which another job sends; none without a recipient. A
 * second attempt finds the first attempt's link, and writes no mail.
 */
export const sendReminder = async (
  services: Services,
  item: Item,
  reminder: Reminder,
): Promise<void> => {
  const { brand, directory, mailer, publicUrl, store } = services;
  if (mailer === null || !directory.has(item.institutionId)) return;
  const recipient = await store.reminders.recipient(item.itemId);
  if (!recipient) return;
  const { language, emailDigest, applicationName } = recipient;
  const own = await store.brands.of(item.clientId);
  const clientName = nameInLink(own?.name || applicationName || "") ?? brand.title;
  const secret = reminderSecret(services, reminder);
  const { record } = updateToken({ ...services, random: hostedRandom(services, secret) }, item, {
    clientName,
    language,
    hosted: { completionRedirectUri: null, isReminder: true },
    lifetimeMs: RENEWAL_LINK_MS,
  });
  const mail = reminderMail(
    services,
    { mailId: record.digest, to: openEmail(services, recipient) },
    {
      ...{ kind: reminder.kind, at: reminder.at, language },
      client: { name: clientName, logo: own?.logo ?? null },
      institutionName: directory.get(item.institutionId).name,
      url: hostedUrl(publicUrl(), secret),
      optOutUrl: optOutUrl(services, emailDigest),
    },
  );
  await store.transact(async ({ linkTokens, jobs }) => {
    if (await linkTokens.byDigest(record.digest)) return;
    await linkTokens.create(record);
    await jobs.add([mailJob(services, mail, reminder.usefulUntil)]);
  });
};
