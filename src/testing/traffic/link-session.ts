import { randomBytes, randomUUID } from "node:crypto";
import { type Persistence, postUntilAnswered } from "./call.ts";
import { KEYS } from "./keys.ts";

const BANK = { institution_id: "ins_109508" };
const CREDENTIALS = { username: "user_good", password: "pass_good" };

const expectSuccess = (path: string, answer: { status: number; body: Record<string, unknown> }) => {
  if (answer.status >= 300)
    throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body;
};

/**
 * An application whose calls are retried until a response; with `retries503`, until a response
 * other than 503.
 */
export const createApplication = (port: () => number, persistence: Persistence = {}) => {
  let losses = 0;
  const postCounting = async (path: string, body: object, headers: Record<string, string> = {}) => {
    const answer = await postUntilAnswered(port, path, body, { ...persistence, headers });
    losses += answer.losses;
    return answer;
  };
  const send = (path: string, body: object) => postCounting(path, { ...KEYS, ...body });
  const call = async (path: string, body: object = {}) =>
    expectSuccess(path, await send(path, body));

  /** Takes a user through Link from start to end, like the page; returns a public token. */
  const link = async (): Promise<string> => {
    const { link_token } = await call("/link/token/create", {
      client_name: "Shop",
      language: "en",
      country_codes: ["US"],
      user: { client_user_id: randomUUID() },
      products: ["auth"],
    });
    const id = () => randomBytes(16).toString("hex");
    const session = await postCounting("/bridge/session/start", {
      config: { token: link_token },
      origin: "http://localhost:9999",
      link_session_id: id(),
      resume: id(),
    });
    const { session_token } = expectSuccess("session/start", session);
    const submit = async (path: string, body: object) =>
      expectSuccess(
        path,
        await postCounting(`/bridge/${path}`, body, {
          authorization: `Bearer ${session_token}`,
        }),
      );
    await submit("institution/select", BANK);
    const login = await submit("credentials/submit", {
      ...BANK,
      credentials: CREDENTIALS,
      submission_id: randomUUID(),
    });
    const { accounts } = login.selection as { accounts: { id: string }[] };
    const connection = await submit("accounts/select", {
      account_ids: accounts.map((account) => account.id),
      submission_id: randomUUID(),
    });
    return String(connection.public_token);
  };

  /**
   * Exchanges a public token. Returns null if the exchange used the token up but its response was
   * lost with the process.
   */
  const exchange = async (public_token: string): Promise<string | null> => {
    const path = "/item/public_token/exchange";
    const answer = await send(path, { public_token });
    if (answer.losses > 0 && answer.body.error_code === "INVALID_PUBLIC_TOKEN") return null;
    return String(expectSuccess(path, answer).access_token);
  };

  return { send, call, link, exchange, losses: () => losses };
};
