// The work whose growth is measured: `prepare` makes the input of a shape and a size, and returns the work. `isOnLoop` marks
// work that shares the event loop with requests; files are read in threads.
import { CONNECTORS } from "./connectors.mjs";
import { DOOR_SUBJECTS } from "./doors.mjs";
import { FILES } from "./files.mjs";
import { REPORTS } from "./reports.mjs";
import { REQUESTS } from "./requests.mjs";
import { STORE } from "./store.mjs";
import { TEXTS } from "./texts.mjs";
import { TRANSACTIONS } from "./transactions.mjs";

/** Everything that is measured. */
export const SUBJECTS = [
  ...TRANSACTIONS,
  ...REPORTS,
  ...STORE,
  ...REQUESTS,
  ...CONNECTORS,
  ...DOOR_SUBJECTS,
  ...FILES,
  ...TEXTS,
];
