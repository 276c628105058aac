import type { Running } from "./server.ts";

/**
 * Calls the bridge like Link's frame. After the session's start, `headers` contains the session's
 * token.
 */
export const askBridge = async (
  server: Running,
  path: string,
  body: object,
  headers: object = {},
): Promise<{ status: number; body: Record<string, unknown> }> => {
  const answer = await fetch(`${server.api}/bridge/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: server.api, ...headers },
    body: JSON.stringify(body),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
};
