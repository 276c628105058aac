import { createClient } from "@service-link/node";

/** The origin of the server that Link comes from. */
export const LINK_ORIGIN = process.env.LINK_ORIGIN ?? "http://localhost:8080";

/** Returns a client of the API with this application's keys, which never leave its server. */
export const createApi = () =>
  createClient({
    baseUrl: LINK_ORIGIN,
    clientId: process.env.LINK_CLIENT_ID ?? "",
    secret: process.env.LINK_SECRET ?? "",
  });

/** Creates a token that opens Link once, with all settings of the session. */
export async function createLinkToken(): Promise<string> {
  const { link_token } = await createApi().linkTokenCreate({
    client_name: "Next.js demo",
    language: "en",
    country_codes: ["US"],
    products: ["auth", "transactions"],
    user: { client_user_id: "user-1" },
  });
  return link_token;
}
