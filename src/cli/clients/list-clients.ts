import { LINK_PRODUCTS } from "../../protocol/vocabulary.ts";
import type { Client } from "../../server/domain/clients/client.ts";
import type { Context } from "../context.ts";
import { withClientStore } from "./client-store.ts";

/** Shows the clients as a list, without secrets. */
export const listClients = (data: string, { variables, out }: Context): Promise<void> =>
  withClientStore(data, variables, async ({ clients }, { environment }) => {
    const all = await clients.all();
    out(
      all.length === 0
        ? "no clients yet\n"
        : all
            .map(({ client, liveItems }) =>
              paragraph(client, liveItems, environment === "production"),
            )
            .join("\n"),
    );
  });

const ACCESS: Record<Client["productionAccess"]["state"], string> = {
  none: "no access",
  requested: "requested; grant it with npx service-link keys --client ID --production-access on",
  granted: "granted",
};

function paragraph(client: Client, liveItems: number, isProduction: boolean): string {
  const isAll = LINK_PRODUCTS.every((product) => client.products.includes(product));
  const rows = [
    ["created", new Date(client.createdAt).toISOString().slice(0, 10)],
    ["Items", `${liveItems} live`],
    ["origins", client.allowedOrigins.join(", ") || "none registered"],
    ["products", isAll ? "all" : client.products.join(", ")],
    ["version", client.defaultVersion],
    ["public_key", `${client.publicKey}${client.publicKeyEnabled ? "" : " (off)"}`],
    ...(client.institutions.length > 0 ? [["acts for", client.institutions.join(", ")]] : []),
    ["users", client.legacyUserApi ? "legacy user API" : "new user API"],
    ...(isProduction ? [["production", ACCESS[client.productionAccess.state]]] : []),
    ...(client.grantsAllowed ? [] : [["grants", "forbidden"]]),
    ...(client.partner ? [["partner", "yes: it may use processor tokens"]] : []),
  ];
  const lines = rows.map(([name = "", value = ""]) => `  ${name.padEnd(12)}${value}\n`);
  const title = client.name === "" ? client.clientId : `${client.clientId}  ${client.name}`;
  return `${title}\n${lines.join("")}`;
}
