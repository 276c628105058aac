import { type Mailer, MailFailure } from "../src/server/domain/mail/mailer.ts";
import type { World } from "./world.ts";

/**
 * The simulated mail server. It refuses a mail temporarily, or its response is lost. Texts are
 * stored by receiver.
 */
export const createMailbox = (
  world: World,
): { mailer: Mailer; mails: ReadonlyMap<string, readonly string[]> } => {
  const draw = world.draw("mail server");
  const mails = new Map<string, string[]>();
  const ids = new Set<string>();
  return {
    mails,
    mailer: {
      send: async ({ mailId, to, text }) => {
        await world.sleep(draw.between(50, 2000));
        if (world.faults.happens("mail refused", "mail server"))
          throw new MailFailure("the mail server is busy", false);
        const isNew = !ids.has(mailId);
        ids.add(mailId);
        // A mailbox drops a repeated mail.
        if (isNew) mails.set(to, [...(mails.get(to) ?? []), text]);
        world.note("mail server", "mail", isNew ? "taken" : "taken again");
        if (world.faults.happens("mail torn", "mail server"))
          throw new MailFailure("the connection was lost behind the mail", false);
      },
      close: async () => undefined,
    },
  };
};
