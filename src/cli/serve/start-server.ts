import { flushCompileCache } from "node:module";
import { fileURLToPath } from "node:url";
import { pino } from "pino";
import { type App, createApp } from "../../server/app.ts";
import { requireSoundStore } from "../../server/data-folder/require-sound-store.ts";
import { readAssets } from "../../server/http/assets.ts";
import {
  readSettings,
  type ServeOptions,
  type Settings,
  SettingsError,
} from "../../server/settings/settings.ts";
import type { Context } from "../context.ts";
import { PROJECT } from "../project.ts";
import { demoUnavailableReason } from "./demo-unavailable-reason.ts";
import { holderOf, isInUse, portFailure, portRefusal } from "./port.ts";
import { startPage } from "./start-page.ts";

/** Starts the server, and the demo shop beside it; prints where they are. Runs until it is stopped. */
export const startServer = async (
  options: ServeOptions,
  { variables, out }: Context,
): Promise<void> => {
  const settings = readSettings(options, variables);
  const log = pino({ level: settings.logLevel }, pino.destination(2));
  const problem = await portFailure(settings);
  if (problem) throw await refusalOf(problem, settings);
  const assets = readAssets(fileURLToPath(new URL("dist/public", PROJECT)));
  const app = await createApp(settings, { assets, log });
  const closers = [() => app.close()];
  const stop = async () => {
    for (const close of closers.splice(0).reverse()) await close();
  };
  try {
    const port = await listen(app, settings);
    const apiOrigin = originOf(settings, port);
    const noDemo = demoUnavailableReason(settings, app.keys);
    const demo =
      settings.demo && app.keys && noDemo === null
        ? await startDemo(settings, port, apiOrigin, app.keys)
        : null;
    if (demo) closers.push(() => demo.close());
    if (settings.worker) app.worker.start();
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void stop());
    const demoOrigin = demo?.origin ?? null;
    app.beside.demoOrigin = demoOrigin;
    out(startPage({ settings, apiOrigin, demoOrigin, noDemo, app }));
    // A process that is killed keeps nothing for the next start.
    flushCompileCache();
  } catch (failure) {
    await stop();
    throw failure;
  }
};

/** An IPv6 address stands in brackets in a URL. */
const originOf = ({ tls, host }: Settings, port: number): string =>
  `${tls ? "https" : "http"}://${host.includes(":") ? `[${host}]` : host}:${port}`;

async function listen(app: App, settings: Settings): Promise<number> {
  try {
    return await app.listen(settings);
  } catch (failure) {
    throw failure instanceof Error ? await refusalOf(failure, settings) : failure;
  }
}

async function refusalOf(failure: Error, settings: Settings): Promise<SettingsError> {
  if (!isInUse(failure)) return portRefusal(failure, settings, null);
  const key = (await requireSoundStore(settings.dataFolder))?.publicKeys[0];
  return portRefusal(failure, settings, await holderOf(settings, key));
}

async function startDemo(
  { host, dataFolder, environment }: Settings,
  port: number,
  apiOrigin: string,
  keys: { client_id: string; secret: string; public_key: string },
) {
  const { startShop } = await import("../../../demo/shop/server.mjs");
  const open = (shopPort: number) =>
    startShop({
      host,
      port: shopPort,
      apiOrigin,
      linkOrigin: apiOrigin,
      clientId: keys.client_id,
      secret: keys.secret,
      publicKey: keys.public_key,
      environment,
      file: `${dataFolder}/demo-shop.json`,
      pages: new URL("demo/shop/", PROJECT),
    });
  // Whatever else has the next port, the shop does not mind another one.
  return open(port < 65_535 ? port + 1 : 0).catch((failure: unknown) => {
    if (isInUse(failure)) return open(0);
    throw new SettingsError(`the demo shop cannot open: ${wordsOf(failure)}; or use --no-demo`, {
      cause: failure,
    });
  });
}

const wordsOf = (failure: unknown): string =>
  failure instanceof Error ? failure.message : String(failure);
