// A user who links an Item in the sandbox, as Link and the application call the server for them.

import { randomBytes, randomUUID } from "node:crypto";
import { Agent, request } from "undici";

const BANK = { institution_id: "ins_109508" };

/** Posts JSON to a server on this machine; throws where it is refused. */
export const poster = (port) => {
  const agent = new Agent();
  const post = async (path, body, headers = {}) => {
    const { statusCode, body: answer } = await request(`http://127.0.0.1:${port}${path}`, {
      method: "POST",
      dispatcher: agent,
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    });
    const text = await answer.text();
    if (statusCode >= 300) throw new Error(`${path}: ${statusCode} ${text}`);
    return JSON.parse(text);
  };
  return { post, close: () => agent.close() };
};

/** Links an Item with its transactions; answers its access token. `api` posts with the client's keys. */
export const linkItem = async ({ post, api }, webhook) => {
  const { link_token } = await api("/link/token/create", {
    client_name: "Shop",
    language: "en",
    country_codes: ["US"],
    user: { client_user_id: randomUUID() },
    products: ["auth", "transactions"],
    webhook,
  });
  const id = () => randomBytes(16).toString("hex");
  const { session_token } = await post("/bridge/session/start", {
    config: { token: link_token },
    origin: "http://localhost:9999",
    link_session_id: id(),
    resume: id(),
  });
  const submit = (path, body) =>
    post(`/bridge/${path}`, body, { authorization: `Bearer ${session_token}` });
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
  return (await api("/item/public_token/exchange", { public_token })).access_token;
};
