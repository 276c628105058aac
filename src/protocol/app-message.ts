import type { LinkError } from "./errors.ts";
import type { EventMetadata, ExitMetadata, SuccessMetadata } from "./link-event.ts";
import type { EventName } from "./vocabulary.ts";

/**
 * What Link tells the native app whose WebView it fills; each carries what the page's callback of the
 * same meaning gets. Of `connected` and `exit` exactly one comes, and it is the last.
 */
export type AppMessage =
  | { type: "connected"; public_token: string; metadata: SuccessMetadata }
  | { type: "exit"; error: LinkError | null; metadata: ExitMetadata }
  | { type: "event"; event_name: EventName; metadata: EventMetadata };
