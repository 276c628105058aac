import { StartSessionRequest, StartSessionResponse } from "../../protocol/bridge.ts";
import { LinkConfig } from "../../protocol/config.ts";
import { problemsIn } from "../../protocol/problems.ts";
import { Fault } from "../domain/fault.ts";
import { digest, opaqueId } from "../domain/identifiers.ts";
import { isFreeOrigin, parseOrigin } from "../domain/origin.ts";
import type { Client, LinkSession } from "../domain/ports.ts";
import { productsIn } from "../domain/product.ts";
import { SESSION_STARTS } from "../domain/rate-limits.ts";
import { requireReceiver } from "../domain/receiver.ts";
import type { World } from "../domain/world.ts";
import { bridgeEndpoint } from "./endpoint.ts";
import { filterOf, MOST_LISTED, rowOf } from "./session.ts";

/** A page that is left open with Link loaded can still start after this long. */
const SESSION_LIFETIME_MS = 4 * 60 * 60 * 1000;

/** Checks the page's configuration against its client, and starts a session or says what is wrong. */
export const startSession = bridgeEndpoint({
  path: "/bridge/session/start",
  access: "open",
  request: StartSessionRequest,
  response: StartSessionResponse,
  async handle(body, world): Promise<StartSessionResponse> {
    const config = parseConfig(body.config);
    requireReceiver("webhook", config.webhook, world.environment);
    const client = await clientOf(config, body.origin, world);
    await world.limiter.pass(`session-start ${client.clientId}`, SESSION_STARTS);
    const token = opaqueId(world.random, 43);
    const createdAt = world.clock();
    const session: LinkSession = {
      linkSessionId: opaqueId(world.random),
      tokenDigest: digest(token),
      clientId: client.clientId,
      origin: body.origin,
      config: sessionConfigOf(config),
      step: { at: "institution" },
      revision: 0,
      createdAt,
      expiresAt: createdAt + SESSION_LIFETIME_MS,
    };
    await world.store.sessions.start(session);
    return {
      link_session_id: session.linkSessionId,
      session_token: token,
      expires_at: new Date(session.expiresAt).toISOString(),
      client_name: config.clientName,
      language: config.language,
      institutions: world.directory.list(filterOf(session)).slice(0, MOST_LISTED).map(rowOf),
      update: false,
      standing: { at: "institution" },
    };
  },
});

const sessionConfigOf = ({
  key: _key,
  env: _env,
  isWebview: _isWebview,
  receivedRedirectUri: _receivedRedirectUri,
  theme: _theme,
  ...config
}: LinkConfig): LinkSession["config"] => ({
  ...config,
  accountSelection: config.accountSelection ?? "several",
});

function parseConfig(config: unknown): LinkConfig {
  const parsed = LinkConfig.safeParse(config);
  if (parsed.success) return parsed.data;
  const { missing, unknown, invalid } = problemsIn(parsed.error.issues, config);
  const problems = [
    ...missing.map((field) => `${field} is missing`),
    ...unknown.map((field) => `${field} is not a known field`),
    ...invalid,
  ];
  throw new Fault("INVALID_CONFIGURATION", {
    message: `the Link configuration is not valid: ${problems.join("; ")}`,
  });
}

async function clientOf(config: LinkConfig, origin: string, world: World): Promise<Client> {
  const client = await world.store.clients.byPublicKey(config.key);
  if (!client?.publicKeyEnabled) throw new Fault("INVALID_PUBLIC_KEY");
  if (config.env !== world.environment)
    throw new Fault("UNAUTHORIZED_ENVIRONMENT", {
      message: `env is ${config.env}, but this server serves ${world.environment}`,
    });
  const parsed = parseOrigin(origin);
  if (
    parsed === null ||
    !(isFreeOrigin(parsed, world.environment) || client.allowedOrigins.includes(parsed))
  )
    throw new Fault("INVALID_ORIGIN");
  const closed = config.product.filter((product) => !client.products.includes(product));
  if (closed.length > 0)
    throw new Fault("INVALID_PRODUCT", {
      message: `the client is not enabled for ${closed.join(", ")}`,
    });
  if (productsIn(config.countryCodes, config.product).length === 0)
    throw new Fault("INVALID_PRODUCT", {
      message: `none of the products is available in all of ${config.countryCodes.join(", ")}`,
    });
  return client;
}
