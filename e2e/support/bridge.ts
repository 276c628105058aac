import type { Running } from "./server.ts";

/** Calls the bridge as Link's frame does; `headers` has the session's token once there is one. */
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
