import { isPublicToken, LINK_TOKEN, type LinkOptions, linkTokenBody } from "./link-options.ts";

/** The kinds of code, with their titles: first those of a server, then those of its page. */
export const CODE_KINDS = {
  node: "Node",
  python: "Python",
  curl: "curl",
  html: "HTML",
  react: "React",
} as const;
export type CodeKind = keyof typeof CODE_KINDS;

const OF_SERVER: ReadonlySet<CodeKind> = new Set(["node", "python", "curl"]);

export type CodeOptions = {
  config: Record<string, unknown>;
  options: LinkOptions;
  /** The server's address. */
  origin: string;
  clientId: string;
  /** The name of the global in a page. */
  global: string;
};

/** Returns the code that opens Link with a configuration, or the server's call before or after. */
export const writeCode = (kind: CodeKind, options: CodeOptions): string =>
  ({ node: writeNode, python: writePython, curl: writeCurl, html: writeHtml, react: reactOf })[
    kind
  ](options);

/** Returns a note on the code; null without one. */
export const writeNote = (kind: CodeKind, options: LinkOptions): string | null => {
  const { opener } = options;
  const isOfServer = OF_SERVER.has(kind);
  if (isOfServer && opener === "public_key")
    return `On your server, in place of the public_key: pass the link_token of the response to your page. ${OF_PAGE}`;
  if (isOfServer && opener === "link_token")
    return `On your server: pass the link_token of the response to your page. ${OF_PAGE}`;
  if (isOfServer)
    return isPublicToken(options)
      ? "On your server: makes such a public_token, which opens update mode for the Item of the access_token."
      : "On your server: there is nothing to create any more. This says what the link_token is for, and how far its session has come.";
  return opener === "link_token"
    ? `${LINK_TOKEN} is the one that your server gets: see Node. Each opens Link for one session.`
    : null;
};

const OF_PAGE =
  "The theme, isWebview and receivedRedirectUri are no part of it: the page gives them to create.";

const writeHtml = ({
  config,
  origin,
  global,
}: CodeOptions): string => `<script src="${origin}/link.js"></script>
<button id="connect">Connect a bank</button>
<script>
  const link = ${global}.create({
${toFields(config, "    ")}
    onSuccess: (publicToken, metadata) => console.log(publicToken, metadata),
    onExit: (error, metadata) => console.log(error, metadata),
    onEvent: (name, metadata) => console.log(name, metadata),
  });
  document.getElementById("connect").onclick = () => link.open();
</script>`;

/** Uses the package; under another brand the page's script, which has that brand's name. */
const reactOf = ({ config, origin, global }: CodeOptions): string => {
  const [head, create] =
    global === "Service"
      ? ['import { create } from "service-link";', "create"]
      : [
          `// The page has <script src="${origin}/link.js"></script> in its head.`,
          `window.${global}.create`,
        ];
  return `${head}
import { useEffect, useRef } from "react";

export function Connect({ onSuccess }) {
  const link = useRef(null);
  useEffect(() => {
    link.current = ${create}({
      origin: ${JSON.stringify(origin)},
${toFields(config, "      ")}
      onSuccess,
    });
    return () => link.current.destroy();
  }, []);
  return <button onClick={() => link.current.open()}>Connect a bank</button>;
}`;
};

const writeCurl = ({ options, origin, clientId }: CodeOptions): string => {
  const [path, body] = toRequest(options);
  const fields = { client_id: clientId, secret: "YOUR_SECRET", ...body };
  const json = JSON.stringify(fields, null, 2);
  return `curl ${origin}${path} \\
  -H 'content-type: application/json' \\
  -d '${json.replaceAll("'", `'\\''`)}'`;
};

const writeNode = ({ options, origin, clientId }: CodeOptions): string => {
  const [path, fields] = toRequest(options);
  return `const response = await fetch(${JSON.stringify(origin + path)}, {
  method: "POST",
  headers: { "Content-Type": "application/json" },
  body: JSON.stringify({
    client_id: ${JSON.stringify(clientId)},
    secret: process.env.SECRET,
${toLines(fields, "    ").join("\n")}
  }),
});
console.log(response.status, await response.json());`;
};

const writePython = ({ options, origin, clientId }: CodeOptions): string => {
  const [path, fields] = toRequest(options);
  return `import os
import requests

response = requests.post(
    ${JSON.stringify(origin + path)},
    json={
        "client_id": ${JSON.stringify(clientId)},
        "secret": os.environ["SECRET"],
${toLines(fields, "        ")
  .map((line) => line.replace(/: true(,?)$/, ": True$1"))
  .join("\n")}
    },
)
print(response.status_code, response.json())`;
};

/** Returns the lines of a body's fields; JavaScript and Python read the strings of JSON. */
const toLines = (fields: object, indent: string): string[] =>
  JSON.stringify(fields, null, indent.length / 2)
    .split("\n")
    .slice(1, -1)
    .map((line) => indent + line.slice(indent.length / 2));

/** Returns the server's call: it creates a link token, or uses a pasted one. */
const toRequest = (options: LinkOptions): [path: string, fields: object] => {
  if (options.opener !== "token") return ["/link/token/create", linkTokenBody(options)];
  return isPublicToken(options)
    ? ["/item/public_token/create", { access_token: "ACCESS_TOKEN" }]
    : ["/link/token/get", { link_token: options.token || LINK_TOKEN }];
};

const toFields = (config: Record<string, unknown>, indent: string): string =>
  Object.entries(config)
    .map(([name, value]) => `${indent}${name}: ${JSON.stringify(value)},`)
    .join("\n")
    // A typed name must not end the script.
    .replaceAll("<", "\\u003c");
