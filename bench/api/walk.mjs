// The HTTP requests of an application and its user, from Link to the access token.

import { randomBytes, randomUUID } from "node:crypto";
import { request } from "node:http";

const BANK = { institution_id: "ins_109508" };

/**
 * Posts JSON through an agent. Returns the status, the body as text, and whether the connection
 * ends.
 */
export const send = (agent, port, path, body, headers = {}) =>
  new Promise((resolve, reject) => {
    const outgoing = request(
      {
        host: "127.0.0.1",
        port,
        path,
        method: "POST",
        agent,
        headers: { "content-type": "application/json", ...headers },
      },
      (incoming) => {
        let text = "";
        incoming.setEncoding("utf8").on("data", (piece) => {
          text += piece;
        });
        incoming.once("error", reject);
        incoming.once("end", () =>
          resolve({
            status: incoming.statusCode,
            text,
            isLast: incoming.headers.connection === "close",
          }),
        );
      },
    );
    outgoing.once("error", reject);
    outgoing.end(JSON.stringify(body));
  });

/** Posts JSON. Returns the body of a success, and throws for any other response. */
export const post = async (agent, port, path, body, headers) => {
  const { status, text } = await send(agent, port, path, body, headers);
  if (status < 300) return JSON.parse(text);
  throw new Error(`${path}: ${status} ${text}`);
};

/** Takes a user through Link in five requests. Returns the public token. */
export const walkLink = async (call, keys, options = {}) => {
  const { link_token } = await call("/link/token/create", {
    ...keys,
    client_name: "Shop",
    language: "en",
    country_codes: ["US"],
    user: { client_user_id: randomUUID() },
    products: ["auth", "transactions"],
    ...options,
  });
  const id = () => randomBytes(16).toString("hex");
  const { session_token } = await call("/bridge/session/start", {
    config: { token: link_token },
    origin: "http://localhost:9999",
    link_session_id: id(),
    resume: id(),
  });
  const submit = (path, body) =>
    call(`/bridge/${path}`, body, { authorization: `Bearer ${session_token}` });
  await submit("institution/select", BANK);
  const { selection } = await submit("credentials/submit", {
    ...BANK,
    credentials: { username: "user_good", password: "pass_good" },
    submission_id: randomUUID(),
  });
  const { public_token } = await submit("accounts/select", {
    account_ids: selection.accounts.map((account) => account.id),
    submission_id: randomUUID(),
  });
  return public_token;
};
