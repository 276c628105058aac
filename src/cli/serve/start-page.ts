import { styleText } from "node:util";
import { inBrand } from "../../protocol/brand/brand.ts";
import type { App } from "../../server/host/app.ts";
import { storeName } from "../../server/host/data-folder/store-address.ts";
import type { Settings } from "../../server/host/settings/settings.ts";
import type { Demo } from "./start-demo.ts";

type StartInfo = {
  settings: Settings;
  apiOrigin: string;
  demo: Demo | null;
  /** Why a requested demo shop is missing; null otherwise. */
  noDemo: string | null;
  app: App;
  /**
   * The path at which the operator sets a password; null if a password is set, or if others may
   * read the output.
   */
  setupPath: string | null;
  /**
   * The path at which the client's first member joins; null if a member exists, and outside the
   * sandbox.
   */
  invitationPath: string | null;
};

/** Returns the terminal's text after a start: addresses, keys and a first call. */
export const startPage = ({
  settings,
  apiOrigin,
  demo,
  noDemo,
  app,
  setupPath,
  invitationPath,
}: StartInfo): string => {
  const { keys } = app;
  const { brand } = app.services;
  // A sandbox's secret opens fictional data only. Any other secret must not be in a log.
  const secret =
    settings.environment === "sandbox" ? keys?.secret : keys && "as in keys.json or as you gave it";
  const rows: [string, string][] = [
    ...toRow("Demo shop", demo === null ? noDemo : style("cyan", demo.shopOrigin)),
    ...toRow("Demo bank", demo?.bankIssuer ?? null),
    ...toRow("Aggregator", demo?.aggregatorUrl ?? null),
    ["API", apiOrigin],
    ["Reference", `${apiOrigin}/docs`],
    ["Guides", `${apiOrigin}/docs/index`],
    ["Dashboard", `${apiOrigin}/dashboard`],
    ...toRow(
      "Invitation",
      invitationPath === null ? null : `${apiOrigin}${invitationPath} (makes you a member)`,
    ),
    ...toRow("Operator", setupPath === null ? null : `${apiOrigin}${setupPath} (sets a password)`),
    ["client_id", app.client.clientId],
    ["secret", secret ?? "not on this machine: only its digest is kept"],
    ["public_key", app.client.publicKey],
    ["Data", settings.databaseUrl === undefined ? settings.dataFolder : storeName(settings)],
  ];
  const first = firstAddress(apiOrigin, demo, invitationPath, setupPath);
  const table = rows.map(([name, value]) => `  ${style("dim", name.padEnd(12))}${value}`);
  return [
    "",
    `  ${style("bold", brand.title)} is running (${settings.environment})`,
    "",
    `  ${style("bold", "Open this first:")} ${style("cyan", first)}`,
    "",
    ...table,
    ...(keys && settings.environment === "sandbox"
      ? ["", ...firstCall(apiOrigin, keys).map((line) => inBrand(brand, line))]
      : []),
    "",
    `  ${style("dim", "Stop with Ctrl+C; what was linked stays in the data folder.")}`,
    "",
    "",
  ].join("\n");
};

/** Returns the first address to open: the demo shop, otherwise the page for the first sign-in. */
const firstAddress = (
  apiOrigin: string,
  demo: Demo | null,
  invitationPath: string | null,
  setupPath: string | null,
): string => demo?.shopOrigin ?? `${apiOrigin}${invitationPath ?? setupPath ?? "/dashboard"}`;

const toRow = (name: string, value: string | null): [string, string][] =>
  value === null ? [] : [[name, value]];

const firstCall = (apiOrigin: string, keys: { client_id: string; secret: string }): string[] => [
  `  ${style("dim", "Try it:")}`,
  `  curl ${apiOrigin}/sandbox/public_token/create \\`,
  "    -H 'Content-Type: application/json' \\",
  `    -H 'SERVICE-CLIENT-ID: ${keys.client_id}' -H 'SERVICE-SECRET: ${keys.secret}' \\`,
  `    -d '{"institution_id":"ins_109508","initial_products":["auth"]}'`,
];

const style = (format: "bold" | "cyan" | "dim", text: string): string =>
  process.stdout.isTTY ? styleText(format, text) : text;
