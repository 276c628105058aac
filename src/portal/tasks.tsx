import type { PersonConnection } from "../protocol/connections.ts";
import type { Controller } from "./controller.ts";
import { Matches } from "./matches.tsx";
import { NewerFile } from "./newer-file.tsx";

export type TasksProps = { connection: PersonConnection; controller: Controller };

/** The things that its user may do for a connection: few have any, so that they are loaded then. */
export const View = (props: TasksProps) => (
  <>
    <Matches {...props} />
    {props.connection.takes_files && <NewerFile {...props} />}
  </>
);
