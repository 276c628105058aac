import { z } from "zod";
import { LANGUAGES } from "../../protocol/vocabulary.ts";
import { Fault } from "../domain/fault.ts";
import { changeWithAudit, portalAction } from "./action.ts";

/**
 * Switches a person's reminders on in the person's language, or off. Switched off, no client sends
 * reminders to the person's address.
 */
export const switchReminders = portalAction({
  path: "/account/reminders",
  request: z.strictObject({ on: z.boolean(), language: z.enum(LANGUAGES) }),
  async run({ on, language }, session, services) {
    const { personId } = session;
    const person = personId === null ? null : await services.store.portalUsers.byId(personId);
    if (!person || (on && services.mailer === null))
      throw new Fault("INVALID_FIELD", {
        message: "reminders need a confirmed mail address, and a server that sends mail",
      });
    const change = {
      action: "person.set_reminders",
      subject: person.personId,
      details: { to: on },
    } as const;
    await changeWithAudit(services, session, change, async ({ store: { reminders }, clock }) => {
      const isOn = (await reminders.languageOf(person.personId)) !== null;
      await reminders.setLanguage(person.personId, on ? language : null);
      if (on) await reminders.optIn(person.emailDigest);
      else await reminders.optOut(person.emailDigest, clock());
      return isOn !== on;
    });
  },
});
