import { FileProgressRequest, FileProgressResponse } from "../../../protocol/link/bridge.ts";
import { bridgeEndpoint } from "../endpoint.ts";

/** Returns the read share of the session's file, if this process is reading the file. */
export const fileProgress = bridgeEndpoint({
  path: "/bridge/file/progress",
  access: "session",
  request: FileProgressRequest,
  response: FileProgressResponse,
  handle: async (_, { fileReads, session }) => ({
    read: fileReads.get(session.linkSessionId) ?? null,
  }),
});
