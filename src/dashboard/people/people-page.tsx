import { useState } from "preact/hooks";
import type {
  DashboardInvitation,
  DashboardInvited,
  DashboardMember,
  DashboardPeople,
} from "../../protocol/dashboard/dashboard-people.ts";
import { hasPasskeys } from "../session/brand.tsx";
import type { PageProps } from "../session/page.ts";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { ForRole } from "../ui/for-role.tsx";
import { Loading } from "../ui/loading.tsx";
import { ResultLine, useAction } from "../ui/use-action.tsx";
import { ReadFailure, useQuery } from "../ui/use-query.tsx";
import { FreshSignIn, needsSignIn } from "./fresh-sign-in.tsx";
import { Invite } from "./invite.tsx";
import { Passkeys } from "./passkeys.tsx";
import { InvitationTable, MemberTable } from "./people-tables.tsx";
import { RoleForm } from "./role-form.tsx";
import { Sessions } from "./sessions.tsx";

/** The open dialog and its person. */
type Question =
  | { about: "invite" }
  | { about: "role" | "reset" | "remove"; member: DashboardMember }
  | { about: "withdraw"; invitation: DashboardInvitation };

/** The members of a client, or the operator's people, with their roles and open invitations. */
export const PeoplePage = ({ state, controller }: PageProps) => {
  const { client, member: own } = state.answer;
  const scope = state.answer.operator && client ? { client_id: client.client_id } : {};
  const query = useQuery<DashboardPeople>(controller, "people", scope);
  const [asked, setQuestion] = useState<Question | null>(null);
  const [invited, setInvited] = useState<DashboardInvited | null>(null);
  const action = useAction<DashboardPeople>(controller);
  const isStale = needsSignIn(action);
  const question = isStale ? null : asked;
  const close = (): void => setQuestion(null);
  const ask = (next: Question): void => {
    action.clear();
    setQuestion(next);
  };
  const change = async (path: string, body: object, success: string): Promise<void> => {
    const answer = await action.run(path, body, success);
    if (!answer) return;
    close();
    if ("url" in answer) setInvited(answer as DashboardInvited);
    query.reload();
    document.getElementById("members")?.focus();
  };
  if (!query.answer)
    return query.failure === null ? <Loading rows={4} /> : <ReadFailure {...query} />;
  const { members, invitations, sends_mail: sendsMail } = query.answer;
  const dialog = { isBusy: action.isBusy, onNo: close, no: "Cancel" };
  return (
    <>
      <p class="lead">
        {client
          ? "Members sign in by themselves, with a role. As soon as there is one, the client’s secret no longer opens this Dashboard; it calls the API as before."
          : "These people operate the whole server, with a role. The operator’s password works as before."}
      </p>
      <ReadFailure {...query} />
      <ForRole least="admin">
        <section aria-labelledby="members">
          <div class="bar">
            <h2 id="members" tabIndex={-1}>
              Members
            </h2>
            <button
              type="button"
              class="button primary small"
              onClick={() => ask({ about: "invite" })}
            >
              Invite…
            </button>
          </div>
          {members.length === 0 ? (
            <div class="empty">
              <h2>No members yet</h2>
              <p>The first one should be an admin, who can then invite the others.</p>
            </div>
          ) : (
            <MemberTable
              members={members}
              ownId={own?.member_id ?? null}
              ask={(about, member) => ask({ about, member })}
            />
          )}
          {question === null && <ResultLine {...action} {...(isStale && { result: null })} />}
        </section>
        {invitations.length > 0 && (
          <section aria-labelledby="invitations">
            <div class="bar">
              <h2 id="invitations">Invitations</h2>
            </div>
            <InvitationTable
              invitations={invitations}
              maker={client ? "the secret, or the operator" : "the operator"}
              ask={(invitation) => ask({ about: "withdraw", invitation })}
            />
          </section>
        )}
      </ForRole>
      {own && hasPasskeys() && <Passkeys controller={controller} />}
      <Sessions
        {...{ controller, scope }}
        owner={client ? `${client.name || "The client"}, by its secret` : "The operator"}
      />
      {isStale && (
        <FreshSignIn
          controller={controller}
          purpose="invite a member again"
          onNo={() => {
            close();
            action.clear();
          }}
        />
      )}
      {(question?.about === "invite" || invited) && (
        <Invite
          {...{ action, sendsMail, invited }}
          isFirst={members.length === 0}
          invite={(body) => void change("people/invite", body, "The invitation is ready.")}
          close={() => {
            close();
            setInvited(null);
          }}
        />
      )}
      {question?.about === "role" && (
        <RoleForm {...{ action, close, change }} member={question.member} />
      )}
      {question?.about === "reset" && (
        <ConfirmDialog
          {...dialog}
          title={`Invite ${question.member.email} again?`}
          yes="Make the invitation"
          onYes={() => {
            const { email, role } = question.member;
            void change("people/invite", { email, role }, "The invitation is ready.");
          }}
        >
          <p>
            For a lost password or authenticator app. Their sign-in works until they accept it; then
            it is replaced, and their sessions end.
          </p>
          <ResultLine {...action} />
        </ConfirmDialog>
      )}
      {question?.about === "remove" && (
        <ConfirmDialog
          {...dialog}
          title={`Remove ${question.member.email}?`}
          yes="Remove"
          isDangerous
          onYes={() => {
            const { member_id, email } = question.member;
            void change("people/remove", { member_id }, `${email} is removed.`);
          }}
        >
          <p>Their sessions end at once, everywhere.</p>
          <ResultLine {...action} />
        </ConfirmDialog>
      )}
      {question?.about === "withdraw" && (
        <ConfirmDialog
          {...dialog}
          title="Withdraw the invitation?"
          yes="Withdraw"
          isDangerous
          onYes={() => {
            const { invitation_id } = question.invitation;
            void change("people/withdraw", { invitation_id }, "The invitation is withdrawn.");
          }}
        >
          <p>Its link stops working at once.</p>
          <ResultLine {...action} />
        </ConfirmDialog>
      )}
    </>
  );
};
