import type { DashboardSessions, OpenSession } from "../../protocol/dashboard/dashboard-people.ts";
import type { Controller } from "../session/controller.ts";
import { Badge } from "../ui/badge.tsx";
import { Time } from "../ui/time.tsx";
import { ResultLine, useAction } from "../ui/use-action.tsx";
import { ReadFailure, useQuery } from "../ui/use-query.tsx";
import { Table } from "./people-tables.tsx";

type SessionsProps = {
  controller: Controller;
  /** The operator's current client, as a part of requests. */
  scope: { client_id?: string };
  /** The name of the owner of a session without a member. */
  owner: string;
};

/**
 * Lists open sessions and signs them out: a member's own sessions, or for an admin all members'
 * sessions.
 */
export const Sessions = ({ controller, scope, owner }: SessionsProps) => {
  const query = useQuery<DashboardSessions>(controller, "people/sessions", scope);
  const action = useAction<DashboardSessions>(controller);
  const signOut = async (body: object, success: string): Promise<void> => {
    if (!(await action.run("people/sign-out", body, success))) return;
    query.reload();
    document.getElementById("open-sessions")?.focus();
  };
  const sessions = query.answer?.sessions ?? [];
  return (
    <section aria-labelledby="open-sessions">
      <div class="bar">
        <h2 id="open-sessions" tabIndex={-1}>
          Sessions
        </h2>
        {sessions.some((session) => session.is_own && !session.is_current) && (
          <button
            type="button"
            class="button small"
            aria-disabled={action.isBusy}
            onClick={() => signOut({}, "You are signed out everywhere else.")}
          >
            Sign out all my others
          </button>
        )}
      </div>
      <ReadFailure {...query} />
      {sessions.length > 0 && <SessionTable {...{ sessions, signOut, owner }} />}
      {query.answer && sessions.length === 0 && <p class="none">Nobody is signed in.</p>}
      <ResultLine {...action} />
    </section>
  );
};

type TableProps = {
  sessions: readonly OpenSession[];
  signOut(body: object, success: string): Promise<void>;
  owner: string;
};

const SessionTable = ({ sessions, signOut, owner: ownerWithoutMember }: TableProps) => (
  <Table label="Sessions" columns={["Whose", "Browser", "Address", "Opened", "Last used"]}>
    {sessions.map((session) => {
      const owner = session.email ?? ownerWithoutMember;
      const browser = session.browser ?? "not known";
      return (
        <tr key={session.session_id}>
          <td>
            <bdi>{owner}</bdi> {session.is_current && <Badge tone="good" text="This one" />}
          </td>
          <td data-head="Browser">{browser}</td>
          <td data-head="Address">{session.address ?? "not known"}</td>
          <td data-head="Opened">
            <Time at={session.opened_at} />
          </td>
          <td data-head="Last used">
            <Time at={session.seen_at} />
          </td>
          <td>
            {!session.is_current && (
              <button
                type="button"
                class="link plain"
                aria-label={`Sign out ${owner}: ${browser}`}
                onClick={() =>
                  signOut({ session_id: session.session_id }, "The session is signed out.")
                }
              >
                Sign out
              </button>
            )}
          </td>
        </tr>
      );
    })}
  </Table>
);
