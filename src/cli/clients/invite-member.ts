import { randomBytes } from "node:crypto";
import { z } from "zod";
import { MEMBER_ROLES, type MemberRole } from "../../protocol/dashboard/member-role.ts";
import { newInvitation } from "../../server/domain/dashboard/invitation.ts";
import { SettingsError } from "../../server/host/settings/settings.ts";
import type { Context } from "../context.ts";
import { runningUrl } from "../open-existing-store.ts";
import { operator } from "../operator.ts";
import { requireClient, withClientStore } from "./client-store.ts";

/** Invites a member of a client to the Dashboard, and prints the link of the invitation. */
export const inviteMember = (
  [id = "", typed = ""]: readonly string[],
  { data, role: typedRole }: { data: string; role: string },
  { variables, out, clock }: Context,
): Promise<void> =>
  withClientStore(data, variables, async (store, settings) => {
    const email = typed.trim().toLowerCase();
    if (!z.email().max(254).safeParse(email).success)
      throw new SettingsError(`${typed} is no e-mail address`, {
        advice: "give it behind the client_id, such as ada@shop.example",
      });
    const role = roleOf(typedRole);
    await requireClient(id, store);
    const path = await store.transact(async (transaction) => {
      const services = { clock, random: randomBytes };
      const invited = { clientId: id, email, role, invitedBy: null };
      const made = newInvitation(invited, services);
      await transaction.members.invite(made.invitation);
      await transaction.audit.append({
        at: clock(),
        actor: operator(),
        action: "member.invite",
        subject: email,
        clientId: id,
        details: { role },
      });
      return made.path;
    });
    const origin = await runningUrl(settings, store);
    out(
      `${origin}${path}\n\n${email} opens it within seven days to sign in to the Dashboard as ${role}. It works once; ` +
        "if the server has another address, put that in front of the path.\n",
    );
  });

function roleOf(text: string): MemberRole {
  const role = MEMBER_ROLES.find((name) => name === text);
  if (role !== undefined) return role;
  throw new SettingsError(`${text} is no role`, {
    advice: `give one of ${MEMBER_ROLES.join(", ")}`,
  });
}
