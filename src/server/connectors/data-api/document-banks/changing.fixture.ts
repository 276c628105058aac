import type { Received } from "./authorization-server.fixture.ts";

type Bank = { respond(request: Received): Promise<Response> };

/** A change of a bank's responses. */
export type Change = (request: Received, response: Response) => Response | Promise<Response>;

const matches = (at: RegExp, { method, url }: Received): boolean =>
  at.test(`${method} ${url.pathname}${url.search}`);

/** A bank whose responses are changed in transit by several changes in turn. */
export const changing = <B extends Bank>(bank: B, ...changes: readonly Change[]): B => ({
  ...bank,
  respond: async (request: Received) => {
    let response = await bank.respond(request);
    for (const change of changes) response = await change(request, response);
    return response;
  },
});

/** Responds instead of the bank to requests that match `METHOD /path?query`. */
export const answer =
  (
    at: RegExp,
    status: number,
    body: unknown = null,
    headers: Record<string, string> = {},
  ): Change =>
  (request, response) =>
    matches(at, request)
      ? new Response(
          body === null ? null : typeof body === "string" ? body : JSON.stringify(body),
          { status, headers: { "content-type": "application/json", ...headers } },
        )
      : response;

/**
 * Sets a value at a JSON path of successful responses: names joined by dots, `*` for each list
 * element. A function receives the current value; undefined removes the field.
 */
export const put =
  (at: RegExp, place: string, to: unknown): Change =>
  async (request, response) => {
    if (!matches(at, request) || response.status >= 300) return response;
    const text = await response.text();
    const body: unknown = text === "" ? {} : JSON.parse(text);
    const headers = Object.fromEntries(response.headers);
    return new Response(JSON.stringify(putAt(body, place.split("."), to)), {
      ...{ status: response.status, headers },
    });
  };

function putAt(value: unknown, [name, ...rest]: readonly string[], to: unknown): unknown {
  if (name === undefined) return typeof to === "function" ? to(value) : to;
  if (name === "*")
    return Array.isArray(value) ? value.map((each) => putAt(each, rest, to)) : value;
  if (Array.isArray(value))
    return value.map((each, at) => (String(at) === name ? putAt(each, rest, to) : each));
  if (typeof value !== "object" || value === null) return value;
  return { ...value, [name]: putAt(value[name as keyof typeof value], rest, to) };
}
