import { parentPort, workerData } from "node:worker_threads";
import { FormatError } from "../../formats/format-error.ts";
import { addFile } from "./add-file.ts";
import { readTransactions } from "./bank-transactions.ts";

/** The work that a thread of its own does: it takes seconds, and requests do not wait for it. */
export const TASKS = { addFile, readTransactions };

/** The answer of a thread: the result, or the problem of the file. */
export type WorkerAnswer =
  | { result: unknown }
  | { refusal: Pick<FormatError, "problem" | "place" | "message"> };

const answerOf = ({
  task,
  request,
}: {
  task: keyof typeof TASKS;
  request: never;
}): WorkerAnswer => {
  try {
    return { result: TASKS[task](request) };
  } catch (failure) {
    if (!(failure instanceof FormatError)) throw failure;
    const { problem, place, message } = failure;
    return { refusal: { problem, place, message } };
  }
};

parentPort?.postMessage(answerOf(workerData));
