// The measured work. `prepare` creates the input of a shape and size, and returns the work.
// `isOnLoop` marks work on the event loop of requests; files are read in threads.
import { CONNECTORS } from "./connectors.mjs";
import { DOOR_SUBJECTS } from "./doors.mjs";
import { FILES } from "./files.mjs";
import { REPORTS } from "./reports.mjs";
import { REQUESTS } from "./requests.mjs";
import { STORE } from "./store.mjs";
import { TEXTS } from "./texts.mjs";
import { TRANSACTIONS } from "./transactions.mjs";

/** All measured subjects. */
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
