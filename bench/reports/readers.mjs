// Readers in a separate thread, so that they do not slow the measurement. Makes several concurrent
// reads, whose bytes are counted and discarded.

import { parentPort, workerData } from "node:worker_threads";

const { url, headers, body, readers } = workerData;

const read = async () => {
  const answer = await fetch(url, { method: "POST", headers, body });
  if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`);
  let bytes = 0;
  for await (const chunk of answer.body) bytes += chunk.length;
  return bytes;
};

const [bytes] = await Promise.all(Array.from({ length: readers }, read));
parentPort.postMessage(bytes);
