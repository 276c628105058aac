/** The time limit of a request. */
const TIMEOUT_MS = 60_000;

/** Our own server's response to a POST of JSON; null if it did not respond. */
export type Answer<Json> = { ok: boolean; status: number; ms: number; json: Json } | null;

/** Posts JSON to our own server, whose responses are trusted to have their shape. Never rejects. */
export const postJson = async <Json>(
  path: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<Answer<Json>> => {
  const startedAt = performance.now();
  try {
    const response = await fetch(path, {
      method: "POST",
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: { ...headers, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    const isJson = response.headers.get("content-type")?.startsWith("application/json");
    const json = isJson ? await response.json() : null;
    const ms = Math.round(performance.now() - startedAt);
    return { ok: response.ok, status: response.status, ms, json };
  } catch {
    return null;
  }
};
