import type { LinkEvent } from "../event-types.ts";
import type { ExitMetadata, LinkError, SuccessMetadata } from "../types.ts";

/** An event, with the arguments of `onEvent`; with `name` tested, `metadata` is that event's. */
type EventMessage<Event extends LinkEvent = LinkEvent> = Event extends unknown
  ? { kind: "event"; name: Event[0]; metadata: Event[1] }
  : never;

/** A message of Link to the app with the WebView. Contains the arguments of a callback. */
export type LinkMessage =
  | { kind: "connected"; publicToken: string; metadata: SuccessMetadata }
  | { kind: "exit"; error: LinkError | null; metadata: ExitMetadata }
  | EventMessage
  /** Requests haptic feedback from the app. Only bridges receive this message. */
  | { kind: "haptic"; feedback: "selection" | "success" | "error" };

type Fields = Record<string, unknown>;

/**
 * Parses a message of Link: the address of a navigation, or a bridge's message as object or JSON.
 * Returns null for anything else, such as a site's address; never throws. `scheme` is the scheme of
 * the server's brand, such as `acmelink`.
 */
export const parseMessage = (message: unknown, scheme = "servicelink"): LinkMessage | null => {
  try {
    if (typeof message !== "string") return fromBridge(Object(message));
    return message.startsWith(`${scheme}://`)
      ? fromBridge(fromAddress(message.slice(scheme.length + 3)))
      : fromBridge(Object(JSON.parse(message)));
  } catch {
    return null;
  }
};

function fromBridge({ type, metadata, ...fields }: Fields): LinkMessage | null {
  if (type === "haptic" && typeof fields.feedback === "string")
    return { kind: type, feedback: fields.feedback } as LinkMessage;
  if (typeof metadata !== "object" || metadata === null) return null;
  if (type === "connected" && isText(fields.public_token))
    return { kind: type, publicToken: fields.public_token, metadata } as LinkMessage;
  if (type === "exit") return { kind: type, error: fields.error ?? null, metadata } as LinkMessage;
  if (type === "event" && isText(fields.event_name))
    return { kind: type, name: fields.event_name, metadata } as LinkMessage;
  return null;
}

const isText = (value: unknown): value is string => typeof value === "string" && value !== "";

/** Converts the message in an address to a bridge's message. */
function fromAddress(address: string): Fields {
  const [host = "", query = ""] = address.split("?");
  // Some platforms add a slash to an address without a path.
  const type = host.replace("/", "");
  const pairs = query.split("&").map((pair) => pair.split("=").map(decodeURIComponent));
  const fields = new Map(pairs.map(([key = "", value = ""]) => [key, value]));
  /** Returns the fields; empty fields become null. */
  const pick = <Name extends string>(...names: Name[]) =>
    Object.fromEntries(names.map((name) => [name, fields.get(name) || null])) as Record<
      Name,
      string | null
    >;
  switch (type) {
    case "connected": {
      const { accounts } = pick("accounts");
      return {
        type,
        ...pick("public_token"),
        metadata: {
          ...pick("link_session_id"),
          institution: institutionIn(fields),
          ...(accounts && { accounts: JSON.parse(accounts) }),
        },
      };
    }
    case "exit": {
      const error = pick("error_type", "error_code", "error_message", "display_message");
      const institution = institutionIn(fields);
      return {
        type,
        error: error.error_code && error,
        metadata: {
          ...pick("link_session_id", "request_id", "status"),
          institution: institution.institution_id && institution,
        },
      };
    }
    default: {
      const { event_name, ...metadata } = Object.fromEntries(
        [...fields].filter(([, value]) => value !== ""),
      );
      return { type, event_name, metadata };
    }
  }
}

const institutionIn = (fields: Map<string, string>) => ({
  name: fields.get("institution_name") || null,
  institution_id: fields.get("institution_id") || null,
});
