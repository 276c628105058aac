import { randomUUID } from "node:crypto";
import { walkThrough } from "../../demo/bank/visit.fixture.ts";
import { linkToken } from "./api.ts";
import type { Running } from "./server.ts";

/** The page that has Link, in these sessions. */
export const PAGE = "https://shop.example";

/** A connected institution: its id, and its issuer. */
export type ConnectedBank = { institutionId: string; issuer: string };

/**
 * Runs a Link session at a connected institution by requests alone: those of Link's frame, of the
 * server and of the institution's pages. Returns the status and body of the last one.
 */
export const linkAtBank = async (
  server: Running,
  { institutionId: institution_id, issuer }: ConnectedBank,
  tokenOptions: object = {},
): Promise<{ status: number; body: Record<string, unknown> }> => {
  const token = await linkToken(server, { products: ["auth"], ...tokenOptions });
  const start = await askBridge(server, "session/start", { config: { token }, origin: PAGE });
  if (start.status !== 200) throw new Error(JSON.stringify(start.body));
  const headers = { authorization: `Bearer ${start.body.session_token}` };
  const submit = (path: string, body: object) =>
    askBridge(server, path, { submission_id: randomUUID(), ...body }, headers);
  const answerOf = async (path: string, body: object) => {
    const answer = await submit(path, body);
    if (answer.status !== 200) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const form = await askBridge(server, "institution/select", { institution_id }, headers);
  if (form.status !== 200) throw new Error(JSON.stringify(form.body));
  const credentials = { institution_id, credentials: {}, via: "popup" };
  const { redirect } = await answerOf("credentials/submit", credentials);
  const departure = await fetch(String(Object(redirect).url), {
    redirect: "manual",
    headers: { "sec-fetch-site": "same-origin", "sec-fetch-dest": "document" },
  });
  const parameters = await walkThrough(issuer, departure.headers.get("location") ?? "");
  const cookie = departure.headers.getSetCookie().map((line) => line.split(";")[0]);
  await fetch(`${server.api}/oauth/return?${parameters}`, {
    headers: { cookie: cookie.join("; ") },
  });
  const { selection } = await answerOf("redirect/return", {});
  const account_ids = Object(selection).accounts.map(({ id }: { id: string }) => id);
  return submit("accounts/select", { account_ids });
};

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
