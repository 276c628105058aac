import { useState } from "preact/hooks";
import { isPublicToken, LINK_TOKEN, type LinkOptions, linkTokenBody } from "./link-options.ts";

/** Shows the code that opens Link with the form's options. */
export const CodeCard = ({ shown: request }: { shown: CodeOptions }) => {
  const [kind, setKind] = useState<CodeKind>("html");
  const note = noteOf(kind, request.options);
  return (
    <section class="card" aria-labelledby="code">
      <h2 id="code">The code for it</h2>
      <p class="actions kinds">
        {(Object.keys(CODE_KINDS) as CodeKind[]).map((codeKind) => (
          <button
            key={codeKind}
            type="button"
            class="button small"
            aria-pressed={codeKind === kind}
            onClick={() => setKind(codeKind)}
          >
            {CODE_KINDS[codeKind]}
          </button>
        ))}
      </p>
      <pre>{codeOf(kind, request)}</pre>
      {note !== null && <p class="lead">{note}</p>}
    </section>
  );
};

/** The kinds of code, with their titles. */
const CODE_KINDS = { html: "HTML", react: "React", curl: "curl" } as const;
export type CodeKind = keyof typeof CODE_KINDS;

type CodeOptions = {
  config: Record<string, unknown>;
  options: LinkOptions;
  /** The server's address. */
  origin: string;
  clientId: string;
  /** The name of the global in a page. */
  global: string;
};

/** Returns the code that opens Link with a configuration; in curl the server's call before or after. */
export const codeOf = (kind: CodeKind, options: CodeOptions): string =>
  ({ html: htmlOf, react: reactOf, curl: curlOf })[kind](options);

/** Returns a note on the code; null without one. */
export const noteOf = (kind: CodeKind, options: LinkOptions): string | null => {
  const { opener } = options;
  if (kind === "curl" && opener === "public_key")
    return `On your server, in place of the public_key: pass the link_token of the response to your page. ${OF_PAGE}`;
  if (kind === "curl" && opener === "link_token")
    return `On your server: pass the link_token of the response to your page. ${OF_PAGE}`;
  if (kind === "curl")
    return isPublicToken(options)
      ? "On your server: makes such a public_token, which opens update mode for the Item of the access_token."
      : "On your server: there is nothing to create any more. This says what the link_token is for, and how far its session has come.";
  return opener === "link_token"
    ? `${LINK_TOKEN} is the one that your server got: see curl. Each opens Link for one session.`
    : null;
};

const OF_PAGE =
  "The theme, isWebview and receivedRedirectUri are no part of it: the page gives them to create.";

const htmlOf = ({
  config,
  origin,
  global,
}: CodeOptions): string => `<script src="${origin}/link.js"></script>
<button id="connect">Connect a bank</button>
<script>
  const link = ${global}.create({
${fieldsOf(config, "    ")}
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
${fieldsOf(config, "      ")}
      onSuccess,
    });
    return () => link.current.destroy();
  }, []);
  return <button onClick={() => link.current.open()}>Connect a bank</button>;
}`;
};

const curlOf = ({ options, origin, clientId }: CodeOptions): string => {
  const [path, fields] = toRequest(options);
  const body = JSON.stringify({ client_id: clientId, secret: "YOUR_SECRET", ...fields }, null, 2);
  return `curl ${origin}${path} \\
  -H 'content-type: application/json' \\
  -d '${body.replaceAll("'", `'\\''`)}'`;
};

/** Returns the server's call: it creates a link token, or uses a pasted one. */
const toRequest = (options: LinkOptions): [path: string, fields: object] => {
  if (options.opener !== "token") return ["/link/token/create", linkTokenBody(options)];
  return isPublicToken(options)
    ? ["/item/public_token/create", { access_token: "ACCESS_TOKEN" }]
    : ["/link/token/get", { link_token: options.token || LINK_TOKEN }];
};

const fieldsOf = (config: Record<string, unknown>, indent: string): string =>
  Object.entries(config)
    .map(([name, value]) => `${indent}${name}: ${JSON.stringify(value)},`)
    .join("\n")
    // A typed name must not end the script.
    .replaceAll("<", "\\u003c");
