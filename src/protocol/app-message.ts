import type { LinkError } from "./errors.ts";
import type { EventMetadata, ExitMetadata, SuccessMetadata } from "./link-event.ts";
import type { EventName } from "./vocabulary.ts";

/**
 * A message of Link to the native app that shows it in a WebView; each carries the data of the
 * page's callback of the same meaning. Exactly one `connected` or `exit` is sent, and it is the
 * last message.
 */
export type AppMessage =
  | { type: "connected"; public_token: string; metadata: SuccessMetadata }
  | { type: "exit"; error: LinkError | null; metadata: ExitMetadata }
  | { type: "event"; event_name: EventName; metadata: EventMetadata };
