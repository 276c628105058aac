import { join } from "node:path";
import { expect } from "@playwright/test";
import { run, start } from "./install.ts";

/** Posts JSON, and returns the JSON of the response. */
export const post = async (url: string, body: object, headers: Record<string, string> = {}) => {
  const response = await fetch(url, {
    method: "POST",
    // A keep-alive connection may end during a command, which blocks this process.
    headers: { "content-type": "application/json", connection: "close", ...headers },
    body: JSON.stringify(body),
  });
  return response.json();
};

/** Starts the installed server with doors and separate data. */
export const startWithDoors = async (folder: string, doors: string) => {
  const data = join(folder, `with-${doors.replaceAll(",", "-")}`);
  const serve = ["npx", "service-link", "serve", "--port", "0", "--no-demo", "--data", data];
  const service = await start(folder, [...serve, "--doors", doors], /Stop with Ctrl\+C/);
  const printed = (name: string) =>
    new RegExp(`${name}\\s+(\\S+)`).exec(service.printed)?.[1] ?? "";
  const keys = { client_id: printed("client_id"), secret: printed("secret") };
  const api = (path: string, body: object) =>
    post(`${printed("API")}${path}`, { ...keys, ...body });
  return {
    url: printed("API"),
    api,
    /** Runs a command about grants. Returns its output. */
    grants: (...args: string[]) =>
      run(folder, ["npx", "service-link", "grants", ...args, "--data", data]),
    /** Links an Item, and waits for all its transactions. */
    linkItem: async () => {
      const { public_token } = await api("/sandbox/public_token/create", {
        institution_id: "ins_109508",
        initial_products: ["transactions"],
      });
      const { access_token, item_id } = await api("/item/public_token/exchange", { public_token });
      await expect
        .poll(
          async () =>
            (await api("/transactions/sync", { access_token })).transactions_update_status,
        )
        .toBe("HISTORICAL_UPDATE_COMPLETE");
      return { access_token: String(access_token), item_id: String(item_id) };
    },
    stop: service.stop,
  };
};

/** The value that a command printed next to a name. */
export const valueIn = (output: string, name: string): string =>
  new RegExp(`^${name} +(\\S+)$`, "m").exec(output)?.[1] ?? "";
