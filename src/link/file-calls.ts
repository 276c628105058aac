import { upload } from "../browser/upload.ts";
import type { FileEffectResponse, FileProgressResponse } from "../protocol/link/bridge.ts";
import type { BridgeClient } from "./bridge-client.ts";
import type { MachineEvent } from "./machine/machine-event.ts";
import type { BridgeCall } from "./session-options.ts";

/** Returns the sender of credentials with a file. The sender reports its progress. */
export const sendFile = (
  { call }: BridgeClient,
  signal: AbortSignal,
  send: (event: MachineEvent) => void,
): ReturnType<typeof upload> =>
  upload(
    (progress) => signal.aborted || send({ type: "upload.progressed", progress }),
    async () => (await call<FileProgressResponse>("file/progress", {}, signal)).read,
  );

let lastRead: object;

/**
 * Asks how a file reads with the last answers about its columns. Without a response the form stays
 * the same.
 */
export const readColumns: BridgeCall<"readColumns"> = async ({ call }, read, signal) => {
  lastRead = read;
  const { answers } = read;
  const response = await call<FileEffectResponse>("file/effect", { answers }, signal).catch(
    () => null,
  );
  return response && lastRead === read
    ? { type: "columns.read", effect: response.effect ?? "" }
    : null;
};
