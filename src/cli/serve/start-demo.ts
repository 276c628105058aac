import { type Brand, DEFAULT_BRAND } from "../../protocol/brand/brand.ts";
import type { App } from "../../server/host/app.ts";
import { type Settings, SettingsError } from "../../server/host/settings/settings.ts";
import { PROJECT } from "../project.ts";
import {
  aggregatorOpener,
  connectDemoAggregator,
  newAggregatorKeys,
} from "./connect-demo-aggregator.ts";
import { connectDemoBank, demoBankSecret } from "./connect-demo-bank.ts";
import { isInUse } from "./port.ts";

/** The demo shop and the demo bank next to a server. */
export type Demo = {
  /** The origin of the shop, e.g. `http://localhost:8081`. */
  shopOrigin: string;
  /** The issuer of the bank, e.g. `http://localhost:8082`; null but in the sandbox. */
  bankIssuer: string | null;
  /** The page with the demo aggregator's switches; null without a demo aggregator. */
  aggregatorUrl: string | null;
  close(): Promise<void>;
};

/**
 * The client with which partners check the bank, as in docs/data-api.md. The bank is only on this
 * machine.
 */
const CHECK_CLIENT = {
  id: "check-institution",
  name: "Institution check",
  secret: "only-for-the-demo-bank-on-this-machine",
  redirectUris: ["http://127.0.0.1:8765/return"],
};

/** The name of this server on the consent page of the demo bank. */
const clientName = ({ identifier, name }: Brand): string =>
  identifier === DEFAULT_BRAND.identifier ? "Service Link" : name;

/** The id of this server at the demo bank. */
const CLIENT_ID = "service-link";

type Place = { settings: Settings; port: number; apiOrigin: string; app: App };
type Keys = NonNullable<App["keys"]>;

/**
 * Opens the demo shop on the port after the server's port. In the sandbox, the demo bank uses the
 * port after the shop's.
 */
export const startDemo = async (place: Place, keys: Keys): Promise<Demo> => {
  const shop = await openNear(place.port + 1, "shop", await shopOpener(place, keys));
  try {
    const bank =
      place.settings.environment === "sandbox"
        ? await openNear(place.port + 2, "bank", await bankOpener(place))
        : null;
    if (bank) {
      const { issuer } = bank;
      await connectDemoBank(place.app.services, { issuer, clientId: CLIENT_ID });
    }
    const aggregator = place.settings.aggregator ? await openAggregator(place) : null;
    return {
      shopOrigin: shop.origin,
      bankIssuer: bank?.issuer ?? null,
      aggregatorUrl: aggregator && `${aggregator.address}/quirks`,
      close: async () => {
        await aggregator?.close();
        await bank?.close();
        await shop.close();
      },
    };
  } catch (failure) {
    await shop.close();
    throw failure;
  }
};

async function shopOpener({ settings, apiOrigin }: Place, keys: Keys) {
  const { startShop } = await import("../../../demo/shop/server.mjs");
  const { host, dataFolder, environment } = settings;
  return (port: number) =>
    startShop({
      host,
      port,
      apiOrigin,
      linkOrigin: apiOrigin,
      clientId: keys.client_id,
      secret: keys.secret,
      publicKey: keys.public_key,
      environment,
      file: `${dataFolder}/demo-shop.json`,
      pages: new URL("demo/shop/", PROJECT),
    });
}

/** Opens the demo aggregator, and adds its key. */
async function openAggregator({ port, app: { services } }: Place) {
  const { publicKey, privateKey } = newAggregatorKeys();
  const open = await aggregatorOpener(services, publicKey);
  const aggregator = await openNear(port + 3, "aggregator", open);
  await connectDemoAggregator(services, { address: aggregator.address, privateKey });
  return aggregator;
}

async function bankOpener({ settings, app }: Place) {
  const { startBank } = await import("../../../demo/bank/server.mjs");
  const client = {
    id: CLIENT_ID,
    name: clientName(app.services.brand),
    secret: demoBankSecret(app.services),
    redirectUris: [`${app.services.publicUrl()}/oauth/return`],
  };
  return (port: number) =>
    startBank({
      port,
      clients: [client, CHECK_CLIENT],
      file: `${settings.dataFolder}/demo-bank.json`,
      pages: new URL("demo/bank/pages/", PROJECT),
    });
}

/** Opens a part of the demo on a port, or on a free port if that port is used. */
async function openNear<Server>(
  port: number,
  what: string,
  open: (port: number) => Promise<Server>,
): Promise<Server> {
  try {
    return await open(port > 65_535 ? 0 : port).catch((failure: unknown) => {
      if (isInUse(failure)) return open(0);
      throw failure;
    });
  } catch (failure) {
    throw new SettingsError(
      `the demo ${what} cannot open: ${describeFailure(failure)}; or use --no-demo`,
      {
        cause: failure,
      },
    );
  }
}

const describeFailure = (failure: unknown): string =>
  failure instanceof Error ? failure.message : String(failure);
