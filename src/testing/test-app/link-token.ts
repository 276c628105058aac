import { StartSessionResponse } from "../../protocol/link/session-start.ts";
import type { testApp } from "./test-app.ts";

const TOKEN_BODY = {
  client_name: "Token Shop",
  language: "fr",
  country_codes: ["US"],
  products: ["auth"],
  user: { client_user_id: "user-1" },
};

type App = Awaited<ReturnType<typeof testApp>>;

/** Creates a link token of the app's client. */
export const linkToken = async ({ call }: App, changes: object = {}) =>
  String((await call("/link/token/create", { ...TOKEN_BODY, ...changes })).link_token);

/** The response of a start, in the bridge's shape. */
export const parseSession = ({
  status,
  body,
}: {
  status: number;
  body: Record<string, unknown>;
}) => {
  if (status !== 200) throw new Error(`the start was refused: ${body.error_code}`);
  const { request_id: _, ...answer } = body;
  return StartSessionResponse.parse(answer);
};

/** Returns the error code of a refusal. */
export const code = ({ body }: { body: Record<string, unknown> }) => body.error_code;
