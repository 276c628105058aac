import { parentPort, workerData } from "node:worker_threads";
import { FormatError } from "../../formats/format-error.ts";
import { addFile } from "./add-file.ts";
import { readKeys, readTransactions } from "./bank-transactions.ts";
import { previewFile } from "./file-effect.ts";
import { readInvestments } from "./investments.ts";

/** The work of a separate thread: it takes seconds, and requests do not wait for it. */
export const TASKS = { addFile, previewFile };

/**
 * The reads of a thread, which continues when a piece is requested, so that few pieces are in
 * memory.
 */
export const READINGS = { readKeys, readTransactions, readInvestments };

/** A thread's answer: the result, the file's problem, a piece of a read, or the read share. */
export type WorkerAnswer =
  | { result: unknown }
  | { refusal: Pick<FormatError, "problem" | "place" | "message"> }
  | { piece: string }
  | { share: number };

const port = parentPort;

const makeAnswer = async ({
  task,
  request,
}: {
  task: keyof typeof TASKS;
  request: never;
}): Promise<WorkerAnswer> => {
  try {
    return { result: await TASKS[task](request, (share) => port?.postMessage({ share })) };
  } catch (failure) {
    if (!(failure instanceof FormatError)) throw failure;
    const { problem, place, message } = failure;
    return { refusal: { problem, place, message } };
  }
};

if (workerData.task in TASKS)
  void makeAnswer(workerData).then((answer) => port?.postMessage(answer));
else {
  const { task, request }: { task: keyof typeof READINGS; request: never } = workerData;
  const pieces = READINGS[task](request);
  const next = (): void => {
    const { done, value } = pieces.next();
    port?.postMessage((done ? { result: null } : { piece: value }) satisfies WorkerAnswer);
    if (done) port?.close();
  };
  port?.on("message", next);
}
