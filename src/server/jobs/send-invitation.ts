import { z } from "zod";
import { invitationMail } from "../documents/mail/invitation-mail.ts";
import { INVITATION_MAIL_JOB, invitationMailPurpose } from "../domain/dashboard/invitation.ts";
import { digest } from "../domain/identifiers.ts";
import { mailJob } from "../domain/mail/mail-job.ts";
import { job } from "./job.ts";

const StoredMail = z.object({ to: z.string(), path: z.string() });

/**
 * Writes the mail of a Dashboard invitation, which another job sends; none without the invitation.
 */
export const sendInvitation = job({
  name: INVITATION_MAIL_JOB,
  schema: z.strictObject({
    /**
     * A client's move to another cell takes the job along by this id; null for the operator's
     * members.
     */
    client_id: z.string().nullable(),
    mail_id: z.string(),
    sealed_mail: z.string(),
    until: z.int(),
  }),
  async run({ mail_id, sealed_mail, until }, context) {
    const text = context.vault.open(invitationMailPurpose(mail_id), sealed_mail);
    const { to, path } = StoredMail.parse(JSON.parse(text));
    const tokenDigest = digest(path.slice(path.indexOf("#") + 1));
    const invitation = await context.store.members.invitation(tokenDigest, context.clock());
    if (!invitation) return { done: true };
    const { clientId, role } = invitation;
    const client = clientId === null ? null : await context.store.clients.byClientId(clientId);
    const mail = invitationMail(
      context,
      { mailId: mail_id, to },
      { path, role, clientName: client && (client.name || client.clientId) },
    );
    await context.store.jobs.add([mailJob(context, mail, until)]);
    return { done: true };
  },
});
