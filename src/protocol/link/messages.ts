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
 * The versions of the conversation between page and frame that the frame speaks, the newest last.
 * Each script of a release speaks one of them, which `/link/versions.json` lists, so a version
 * stays for as long as a script of it is served.
 */
export const PROTOCOLS = [1] as const;

/** Page to frame, over the window, with the port: the configuration as `create` got it. */
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
  /** Requests a `pong`, since a process that has crashed reports nothing. */
  z.object({ type: z.literal("ping") }),
]);
export type PageMessage = z.infer<typeof PageMessage>;

/**
 * Messages from the frame to the page by `window.postMessage`: the frame is visible, the frame listens (both
 * with nothing but the protocol's version), or the reason why Link is not shown.
 */
export type FrameHello =
  | { service: "link"; type: "here" }
  | { service: "link"; type: "hello"; version: number }
  | { service: "link"; type: "refused"; error: LinkError };

/** Frame to page, over the port. */
export type FrameMessage =
  /** The title of Link's window in its user's language. */
  | { type: "title"; title: string }
  | { type: "ready" }
  | { type: "pong" }
  /** The height of the list inside the page, in CSS pixels. */
  | { type: "size"; height: number }
  /** The user has chosen in the list inside the page: it becomes a window. */
  | { type: "expand" }
  | { type: "refused"; error: LinkError; metadata: ExitMetadata }
  | { type: "event"; name: EventName; metadata: EventMetadata }
  | { type: "success"; publicToken: string; metadata: SuccessMetadata }
  | { type: "exit"; error: LinkError | null; metadata: ExitMetadata };

/**
 * A message of Link to the native app that shows it in a WebView; each carries the data of the
 * page's callback of the same meaning. Exactly one `connected` or `exit` is sent, and it is the
 * last message.
 */
export type AppMessage =
  | { type: "connected"; public_token: string; metadata: SuccessMetadata }
  | { type: "exit"; error: LinkError | null; metadata: ExitMetadata }
  | { type: "event"; event_name: EventName; metadata: EventMetadata };

/** Asks the app for haptic feedback; only bridges get it, since it is of no use as a navigation. */
export type HapticMessage = { type: "haptic"; feedback: "selection" | "success" | "error" };
