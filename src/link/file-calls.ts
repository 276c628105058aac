import { upload } from "../browser/upload.ts";
import type {
  FileEffectResponse,
  FileProgressResponse,
  LoginResponse,
} from "../protocol/link/bridge.ts";
import type { BridgeCall } from "./session-options.ts";

/** Submits a body with a file, and reports its progress. */
export const submitFile = (
  body: object,
  ...[{ call, submit }, , signal, send]: Parameters<BridgeCall<"submitCredentials">>
): Promise<LoginResponse> =>
  submit(
    "credentials/submit",
    body,
    upload(
      (progress) => signal.aborted || send({ type: "upload.progressed", progress }),
      async () => (await call<FileProgressResponse>("file/progress", {}, signal)).read,
    ),
  );

let lastRead: object;

/** Asks how a file reads with the last answers about its columns; without a response the form stays as it is. */
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
