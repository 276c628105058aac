import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { linkAccount } from "../../src/testing/kit/link-account.ts";
import { addressIn } from "./connect.ts";
import { newFolder, run, start } from "./install.ts";
import { test } from "./test.ts";

const DOCS = readFileSync(join(import.meta.dirname, "../../docs/moving.md"), "utf8");

/** The documentation's tags for pages whose wrapper has a fixed script address. */
const [, TAGS = ""] = /^```html\n(.*?)^```/ms.exec(DOCS) ?? [];

/**
 * An application with the vendor's own libraries: its server, with webhooks and their verification.
 */
const SERVER = `
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { decodeProtectedHeader, importJWK, jwtVerify } from "jose";
import { Configuration, CountryCode, PlaidApi, Products } from "plaid";
const { API_BASE, PLAID_CLIENT_ID, PLAID_SECRET } = process.env;
const client = new PlaidApi(new Configuration({
  basePath: API_BASE,
  baseOptions: { headers: { "PLAID-CLIENT-ID": PLAID_CLIENT_ID, "PLAID-SECRET": PLAID_SECRET } },
}));
let access_token;
const verified = [];
const ROUTES = {
  "/api/create_link_token": async () => (await client.linkTokenCreate({
    user: { client_user_id: "user-1" }, client_name: "Quickstart", language: "en",
    products: [Products.Auth, Products.Transactions], country_codes: [CountryCode.Us],
    webhook: \`http://127.0.0.1:\${site.address().port}/webhook\`,
  })).data,
  "/api/exchange": async (body) => {
    ({ access_token } = (await client.itemPublicTokenExchange(JSON.parse(body))).data);
    const { accounts } = (await client.accountsGet({ access_token })).data;
    const transactions = [];
    let cursor, more = true;
    while (more) {
      const { data } = await client.transactionsSync({ access_token, cursor });
      transactions.push(...data.added);
      more = data.has_more || data.transactions_update_status === "NOT_READY";
      cursor = data.next_cursor;
    }
    return { accounts: accounts.length, transactions: transactions.length };
  },
  "/api/remove": async () => {
    await client.itemRemove({ access_token });
    return client.accountsGet({ access_token }).catch(({ response }) => response.data);
  },
  "/api/webhooks": async () => verified,
  "/webhook": async (body, headers) => {
    const jwt = headers["plaid-verification"];
    const { kid, alg } = decodeProtectedHeader(jwt);
    const { key } = (await client.webhookVerificationKeyGet({ key_id: kid })).data;
    const { payload } = await jwtVerify(jwt, await importJWK(key, alg), { maxTokenAge: "5 min" });
    const digest = createHash("sha256").update(body).digest("hex");
    if (payload.request_body_sha256 === digest) verified.push(JSON.parse(body).webhook_code);
    return {};
  },
};
const site = createServer(async (request, response) => {
  let body = "";
  for await (const chunk of request) body += chunk;
  const route = ROUTES[request.url];
  if (route) {
    response.setHeader("content-type", "application/json");
    return response.end(JSON.stringify(await route(body, request.headers)));
  }
  const [path] = request.url.split("?");
  const file = path === "/" ? "/index.html" : path;
  response.setHeader("content-type", file.endsWith(".js") ? "text/javascript" : "text/html");
  response.end(readFileSync("dist" + file));
}).listen(0, "127.0.0.1", () => console.log("http://127.0.0.1:" + site.address().port));
`;

/**
 * The application's page, with the vendor's React wrapper: a button, or the list inside the page.
 */
const PAGE = `
import { StrictMode, useCallback, useEffect, useState } from "react";
import { createRoot } from "react-dom/client";
import { PlaidEmbeddedLink, usePlaidLink } from "react-plaid-link";
const post = async (path, body) =>
  (await fetch(path, { method: "POST", body: JSON.stringify(body) })).json();
function App() {
  const [token, setToken] = useState(null);
  const [text, setText] = useState("");
  useEffect(() => void post("/api/create_link_token").then((data) => setToken(data.link_token)), []);
  // The vendor's list starts again if a callback changes.
  const onSuccess = useCallback(async (public_token, { institution }) => {
    const { accounts, transactions } = await post("/api/exchange", { public_token });
    setText(institution.name + ": " + accounts + " accounts, " + transactions + " transactions");
  }, []);
  const onExit = useCallback((error, { status }) => setText("left at " + status), []);
  const props = { token, onSuccess, onExit };
  if (location.search === "?embedded")
    return <>
      {token && <PlaidEmbeddedLink {...props} style={{ width: "400px" }} />}
      <p role="status">{text}</p>
    </>;
  return <Connect {...props} text={text} setText={setText} />;
}
function Connect({ text, setText, ...props }) {
  const { open, ready } = usePlaidLink(props);
  return <>
    <button disabled={!ready} onClick={() => open()}>Connect a bank account</button>
    <button onClick={async () => setText((await post("/api/remove")).error_code)}>Remove</button>
    <p role="status">{text}</p>
  </>;
}
createRoot(document.getElementById("root")).render(<StrictMode><App /></StrictMode>);
`;

const INDEX = `<!doctype html><link rel="icon" href="data:,"><div id="root"></div>
TAGS
<script type="module" src="/main.jsx"></script>`;

test("an application by another vendor's libraries runs under that name, with another base address", async ({
  page,
  server: { folder },
}) => {
  const data = join(folder, "of-another-name");
  const service = await start(
    folder,
    ["npx", "service-link", "serve", "--port", "0", "--no-demo", "--data", data],
    /Stop with Ctrl\+C/,
    { SERVICE_BRAND: "Plaid" },
  );
  const printed = (name: string) =>
    new RegExp(`${name}\\s+(\\S+)`).exec(service.printed)?.[1] ?? "";
  const app = newFolder();
  mkdirSync(join(app.folder, "web"));
  const tags = TAGS.replaceAll("https://link.example.com", printed("API"));
  for (const [name, text] of Object.entries({
    "server.mjs": SERVER,
    "web/main.jsx": PAGE,
    "web/index.html": INDEX.replace("TAGS", tags),
  }))
    writeFileSync(join(app.folder, name), text);
  const libraries = ["plaid@47", "react-plaid-link@5", "react@19", "react-dom@19", "jose@6"];
  run(app.folder, ["npm", "install", "--no-audit", "--no-fund", ...libraries, "vite@8"]);
  run(app.folder, ["vite", "build", "web", "--outDir", "../dist", "--logLevel", "error"]);
  const site = await start(app.folder, [process.execPath, "server.mjs"], /http:\S+/, {
    API_BASE: printed("API"),
    PLAID_CLIENT_ID: printed("client_id"),
    PLAID_SECRET: printed("secret"),
  });

  const elsewhere: string[] = [];
  page.on("request", (request) => {
    const { hostname } = new URL(request.url());
    if (hostname !== "127.0.0.1" && hostname !== "localhost") elsewhere.push(request.url());
  });
  const status = page.getByRole("status");
  await page.goto(addressIn(site.printed));
  const frames = page.locator('iframe[name="service-link"]');
  await expect(frames).toHaveCount(1);
  await page.getByRole("button", { name: "Connect a bank account" }).click();
  await expect(frames.contentFrame().getByTestId("institution-search")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(status).toHaveText(/^left at/);
  await linkAccount(page, { open: "button" });
  await expect(status).toHaveText(/^First Platypus Bank: \d+ accounts, \d{2,} transactions$/);
  const webhooks = async () => (await page.request.get(`${page.url()}api/webhooks`)).json();
  await expect
    .poll(webhooks)
    .toEqual(expect.arrayContaining(["ITEM_ADD_RESULT", "SESSION_FINISHED", "INITIAL_UPDATE"]));
  await page.getByRole("button", { name: "Remove" }).click();
  await expect(status).toHaveText("ITEM_NOT_FOUND");

  await page.goto(`${addressIn(site.printed)}?embedded`);
  await expect(frames).toHaveCount(1);
  await linkAccount(page);
  await expect(status).toHaveText(/^First Platypus Bank: \d+ accounts, \d{2,} transactions$/);
  await expect(frames).toHaveCount(0);
  expect(elsewhere).toEqual([]);

  await site.stop();
  await service.stop();
  app.remove();
});
