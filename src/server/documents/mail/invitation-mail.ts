import type { MemberRole } from "../../../protocol/dashboard/member-role.ts";
import type { Mail } from "../../domain/mail/mailer.ts";
import type { Services } from "../../domain/services.ts";
import { toMail } from "./mail-content.ts";

/** Each role's abilities, as a clause. */
const ABILITIES: Record<MemberRole, string> = {
  read: "see everything and change nothing",
  developer: "see everything, and change webhooks, Link and Items",
  admin: "see and change everything",
};

/**
 * Returns the mail that invites a person to a client's or the operator's Dashboard. Like the
 * Dashboard, it is in English.
 */
export const invitationMail = (
  { brand, publicUrl }: Pick<Services, "brand" | "publicUrl">,
  envelope: Pick<Mail, "mailId" | "to">,
  { path, role, clientName }: { path: string; role: MemberRole; clientName: string | null },
): Mail =>
  toMail(envelope, {
    language: "en",
    brand,
    subject: `You are invited to the ${brand.title} Dashboard`,
    text: `${clientName ?? brand.title} invites you to its Dashboard as ${role}: you may ${ABILITIES[role]}. Choose a password, and have an authenticator app at hand.`,
    button: { label: "Accept the invitation", url: `${publicUrl()}${path}` },
    until: "The invitation works once, within seven days.",
    notYou: "If you do not expect it, leave this mail alone: nothing happens.",
  });
