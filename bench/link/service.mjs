// The service that Link is measured with.

import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { startService } from "../api/servers.mjs";

const PUBLIC_KEY = "0123456789abcdef0123456789abcdef";

/** The config of Link on a customer's page. */
export const CONFIG = {
  clientName: "Corner Shop",
  product: ["auth", "transactions"],
  key: PUBLIC_KEY,
  env: "sandbox",
};

/** Creates a handler in a customer's page. */
export const createScript = "handler = Service.create({ ...config, onSuccess() {} })";

/** Creates a handler, and opens Link at once. */
export const openScript = `${createScript}; handler.open()`;

/** A server, with additional institutions if there are any. */
export const startLink = async (folder, institutions) => {
  if (institutions) {
    const file = `${folder}.json`;
    writeFileSync(file, JSON.stringify(institutions));
    const cli = join(import.meta.dirname, "../../dist/cli.js");
    execFileSync(process.execPath, [cli, "institutions", "import", file, "--data", folder]);
  }
  const service = await startService(folder, { SERVICE_LINK_PUBLIC_KEY: PUBLIC_KEY });
  const origin = `http://localhost:${service.port}`;
  const webview = `${origin}/link.html?${new URLSearchParams({ ...CONFIG, isWebview: "true" })}`;
  return { ...service, origin, webview };
};
