import { MATCHES_WORDS } from "../i18n/matches.ts";
import type { PersonConnection } from "../protocol/connections.ts";
import type { Controller } from "./controller.ts";
import { wordsIn } from "./lazy.tsx";
import { Matches } from "./matches.tsx";
import { NewerFile } from "./newer-file.tsx";

export type TasksProps = { connection: PersonConnection; controller: Controller };

/** The user's tasks for a connection. They load when needed, since few connections have tasks. */
export const View = (props: TasksProps) => (
  <>
    <Waiting {...props} />
    <Matches {...props} />
    {props.connection.takes_files && <NewerFile {...props} />}
  </>
);

/** Names the accounts that wait for a sign-in at their bank. */
const Waiting = ({ connection: { waiting } }: TasksProps) =>
  waiting ? (
    <>
      <p class="hint">{wordsIn(MATCHES_WORDS).waiting}</p>
      <ul class="rows">
        {[...new Set(waiting)].map((account) => (
          <li key={account}>{account}</li>
        ))}
      </ul>
    </>
  ) : null;
