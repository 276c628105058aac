import type { ConfigMessage, PageMessage } from "./messages.ts";

/** Whether a message of the window is the page's configuration. */
export const isConfigMessage = (data: unknown): data is ConfigMessage =>
  isRecord(data) &&
  data.service === "link" &&
  data.type === "config" &&
  data.version === 1 &&
  isRecord(data.config);

/** Whether a message of the port is a valid message of the page. */
export const isPageMessage = (data: unknown): data is PageMessage =>
  isRecord(data) &&
  (data.type === "open" ||
    data.type === "ping" ||
    (data.type === "exit" && typeof data.force === "boolean"));

const isRecord = (data: unknown): data is Record<string, unknown> =>
  typeof data === "object" && data !== null && !Array.isArray(data);
