import type { ErrorCode } from "../../protocol/errors/errors.ts";
import type { DoorName } from "../domain/grants/grant.ts";
import type { Charge } from "../domain/limits/usage.ts";
import type { Services } from "../domain/services.ts";

/** A request at a door. */
export type DoorRequest = {
  /** The values of the path's parameters. */
  params: Readonly<Record<string, string>>;
  query: URLSearchParams;
  authorization: string | undefined;
  /** Returns the value of a header, by its name in lower case. */
  header(name: string): string | undefined;
  /** Empty for none. */
  body: string;
  /** The network that it came from. */
  address: string;
};

/** A response of a door, in the words of its protocol. */
export type DoorReply = {
  status: number;
  contentType: string;
  /** A text, or its pieces, which are made no faster than they are read. */
  body: string | AsyncIterable<string>;
  headers?: Readonly<Record<string, string>>;
};

/** The services that a door works with; `charge` bills a call once it succeeds. */
export type DoorContext = Services & { charge(charge: Charge): void };

/** A path of a door. */
type DoorRoute = {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  path: `/${string}`;
  handle(request: DoorRequest, context: DoorContext): Promise<DoorReply>;
};

/** A protocol in which other applications read accounts: its paths, and its form of an error. */
export type Door = {
  name: DoorName;
  routes: readonly DoorRoute[];
  refuse(refusal: {
    code: ErrorCode;
    message: string;
    status: number;
    retryAfterMs: number | null;
  }): DoorReply;
};

/** The user and the password of an `Authorization: Basic` header; empty without one. */
export const basicCredentials = (
  authorization: string | undefined,
): { user: string; password: string } => {
  const [, encoded = ""] = /^Basic ([\w+/=-]{1,400})$/i.exec(authorization ?? "") ?? [];
  const text = Buffer.from(encoded, "base64").toString("utf8");
  const at = text.indexOf(":");
  return at < 0
    ? { user: "", password: "" }
    : { user: text.slice(0, at), password: text.slice(at + 1) };
};

/** A response in JSON. */
export const jsonReply = (status: number, content: object): DoorReply => ({
  status,
  contentType: "application/json; charset=utf-8",
  body: JSON.stringify(content),
});

/** A response in plain text. */
export const textReply = (status: number, body: string): DoorReply => ({
  status,
  contentType: "text/plain; charset=utf-8",
  body,
});
