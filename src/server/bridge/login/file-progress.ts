import { FileProgressRequest, FileProgressResponse } from "../../../protocol/link/bridge.ts";
import { bridgeEndpoint } from "../endpoint.ts";

/** Returns the share of the session's file that is read, if it is this process that reads it. */
export const fileProgress = bridgeEndpoint({
  path: "/bridge/file/progress",
  access: "session",
  request: FileProgressRequest,
  response: FileProgressResponse,
  handle: async (_, { fileReads, session }) => ({
    read: fileReads.get(session.linkSessionId) ?? null,
  }),
});
