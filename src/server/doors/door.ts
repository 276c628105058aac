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
  /** Empty without a body. */
  body: string;
  /** The caller's network. */
  address: string;
};

/** A response of a door, in its protocol's form. */
export type DoorReply = {
  status: number;
  contentType: string;
  /** A text, or pieces that are produced no faster than they are read. */
  body: string | AsyncIterable<string>;
  headers?: Readonly<Record<string, string>>;
};

/** The services of a door; `charge` bills a call after success. */
export type DoorContext = Services & { charge(charge: Charge): void };

/** A path of a door. */
type DoorRoute = {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  path: `/${string}`;
  handle(request: DoorRequest, context: DoorContext): Promise<DoorReply>;
};

/** A protocol by which other applications read accounts: its paths, and its form of errors. */
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

/** The user and password of an `Authorization: Basic` header; empty without one. */
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
