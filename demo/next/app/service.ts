/** The origin of the server that Link comes from. */
export const LINK_ORIGIN = process.env.LINK_ORIGIN ?? "http://localhost:8080";

/** Calls the API with this application's keys, which never leave its server. */
export async function call<Answer>(path: string, body: object): Promise<Answer> {
  const response = await fetch(LINK_ORIGIN + path, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      "SERVICE-CLIENT-ID": process.env.LINK_CLIENT_ID ?? "",
      "SERVICE-SECRET": process.env.LINK_SECRET ?? "",
    },
    body: JSON.stringify(body),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(`${path}: ${answer.error_message}`);
  return answer;
}

/** Makes a token that opens Link once, with all that the session is about. */
export async function createLinkToken(): Promise<string> {
  const { link_token } = await call<{ link_token: string }>("/link/token/create", {
    client_name: "Next.js demo",
    language: "en",
    country_codes: ["US"],
    products: ["auth", "transactions"],
    user: { client_user_id: "user-1" },
  });
  return link_token;
}
