import type { IncomingHttpHeaders, IncomingMessage } from "node:http";

/** A part of the bank that requests go to. */
export type Part =
  | "metadata"
  | "keys"
  | "authorize"
  | "push"
  | "token"
  | "revoke"
  | "consents"
  | "data";

/** An answer in place of the bank's own; "hang" never comes. */
export type Reply = { status: number; headers?: Record<string, string>; body?: unknown } | "hang";

// biome-ignore lint/suspicious/noExplicitAny: a fault may make anything of a body.
export type Body = any;

/** The parts of the bank that a fault needs to get something wrong. */
export type Tools = {
  issuer: string;
  /** Signs claims with a key of the bank, with another one, or not at all. */
  sign(claims: object, by: "bank" | "other" | "nobody"): Promise<string>;
  /** The form that was posted. */
  form: URLSearchParams;
  /** Headers of the answer. */
  headers: { set(name: string, value: string): void; remove(name: string): void };
};

/** A response of UK Open Banking or NextGenPSD2. */
export type WireResponse = { status: number; headers: Record<string, string>; body: Body };

/** Its request; the path begins after that of the data. */
export type WireRequest = {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  /** The bank's time, in ms since 1970. */
  now: number;
};

/** Something that the bank gets wrong; each hook is for one part, and changes what it is given or answers another. */
export type Fault = {
  name: string;
  /** The error of the bank, in words for partners. */
  description: string;
  /** In place of what the bank would answer; undefined leaves it. */
  reply?(part: Part, request: IncomingMessage): Reply | undefined;
  metadata?(body: Body): Body;
  keys?(body: Body): Body;
  /** The parameters that the browser takes back to the client. */
  returnParameters?(parameters: URLSearchParams): void;
  /** The signed JWT of a response in place of the one with these claims; null to leave it out. */
  signedReturn?(claims: Body, sign: Tools["sign"]): Promise<string | null>;
  token?(body: Body, tools: Tools): Body | Promise<Body>;
  /** A row of the store of grants and tokens as it is read, with the verifier of the request. */
  payload?(kind: string, payload: Body, verifier: unknown): Body;
  /** Whether a row of this kind stays that was to be destroyed. */
  keeps?(kind: string, why: "used" | "revoked"): boolean;
  data?(path: string, body: Body, query: URLSearchParams): Body;
  /** The refusals of the data API that are left out. */
  forgives?: "no token" | "scope" | "proof";
  /** Whether the data API reads tokens that are sent as Bearer, and no others. */
  takesBearerAlone?: true;
  refusal?(refusal: { status: number; headers: Record<string, string>; body: Body }): void;
  /** Changes what the OpenID provider lets through. */
  provider?: "any redirect" | "any secret" | "no proof" | "revokes all";
  query?(query: URLSearchParams): void;
  /** Changes a request before the bank looks at it. */
  request?(request: IncomingMessage): void;
  /** Changes a response of UK Open Banking or NextGenPSD2. */
  wire?(response: WireResponse, request: WireRequest): void;
  /** The refusal of a consent of the Berlin Group by its body. */
  consent?(body: Body): { status: number; body: Body } | undefined;
};

export type Group = { title: string; faults: readonly Fault[] };
