import { z } from "zod";
import type { LinkError } from "../errors/errors.ts";
import type { EventName } from "../vocabulary.ts";
import type { EventMetadata, ExitMetadata, SuccessMetadata } from "./link-event.ts";

/**
 * The messages between the page and the frame. `here`, `hello`, `config` and a `refused` in place of `hello`
 * cross the window, all others the private port. The frame checks messages by the guards in
 * `message-guards.ts`; a property test checks that they equal these schemas.
 */

/**
 * The protocol versions that the frame supports, the newest last. Each released script speaks one
 * version, which `/link/versions.json` lists. A version stays as long as a script of the version is
 * served.
 */
export const PROTOCOLS = [1] as const;

/** From page to frame, over the window, with the port: the configuration of `create`. */
export const ConfigMessage = z.object({
  service: z.literal("link"),
  type: z.literal("config"),
  version: z.literal(PROTOCOLS),
  config: z.record(z.string(), z.unknown()),
});
export type ConfigMessage = z.infer<typeof ConfigMessage>;

/** Page to frame, over the port. */
export const PageMessage = z.discriminatedUnion("type", [
  z.object({ type: z.literal("open") }),
  z.object({ type: z.literal("exit"), force: z.boolean() }),
  /** Requests a `pong`, since a crashed process reports nothing. */
  z.object({ type: z.literal("ping") }),
]);
export type PageMessage = z.infer<typeof PageMessage>;

/**
 * Messages from frame to page by `window.postMessage`: the frame is visible, the frame listens, or
 * why Link is not shown. The first two contain only the protocol's version.
 */
export type FrameHello =
  | { service: "link"; type: "here" }
  | { service: "link"; type: "hello"; version: number }
  | { service: "link"; type: "refused"; error: LinkError };

/** Frame to page, over the port. */
export type FrameMessage =
  /** The title of Link's window in the user's language. */
  | { type: "title"; title: string }
  | { type: "ready" }
  | { type: "pong" }
  /** The height of the list inside the page, in CSS pixels. */
  | { type: "size"; height: number }
  /** The user has chosen an institution in the embedded list, which becomes a window. */
  | { type: "expand" }
  | { type: "refused"; error: LinkError; metadata: ExitMetadata }
  | { type: "event"; name: EventName; metadata: EventMetadata }
  | { type: "success"; publicToken: string; metadata: SuccessMetadata }
  | { type: "exit"; error: LinkError | null; metadata: ExitMetadata };

/**
 * A message of Link to the native app with the WebView. Each message has the data of the page's
 * callback with the same meaning. Exactly one `connected` or `exit` is sent, as the last message.
 */
export type AppMessage =
  | { type: "connected"; public_token: string; metadata: SuccessMetadata }
  | { type: "exit"; error: LinkError | null; metadata: ExitMetadata }
  | { type: "event"; event_name: EventName; metadata: EventMetadata };

/**
 * Requests haptic feedback from the app. Only bridges receive it, since a navigation has no use for
 * it.
 */
export type HapticMessage = { type: "haptic"; feedback: "selection" | "success" | "error" };
