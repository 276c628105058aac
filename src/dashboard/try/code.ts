import type { LinkOptions } from "./link-options.ts";

/** The languages in which code is shown, and what each is called. */
export const CODE_KINDS = { html: "HTML", react: "React", curl: "curl" } as const;
export type CodeKind = keyof typeof CODE_KINDS;

type CodeOptions = {
  config: Record<string, unknown>;
  options: LinkOptions;
  /** Where the server is reached. */
  origin: string;
  clientId: string;
  /** The name of the global in a page. */
  global: string;
};

/** The code that opens Link with a configuration. */
export const codeOf = (kind: CodeKind, options: CodeOptions): string =>
  ({ html: htmlOf, react: reactOf, curl: curlOf })[kind](options);

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

/** By the package; under another name than ours by the page's script, which has that name. */
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
  const { clientName, product, countryCodes, language, accountSelection, webhook } = options;
  const { legalName, emailAddress } = options;
  const body = {
    client_id: clientId,
    secret: "YOUR_SECRET",
    client_name: clientName,
    language: language || "en",
    country_codes: countryCodes,
    products: product,
    ...(accountSelection && { account_selection: accountSelection }),
    ...(webhook && { webhook }),
    user: {
      client_user_id: "user-1",
      ...(legalName && emailAddress && { legal_name: legalName, email_address: emailAddress }),
    },
  };
  return `curl ${origin}/link/token/create \\
  -H 'content-type: application/json' \\
  -d '${JSON.stringify(body, null, 2).replaceAll("'", `'\\''`)}'`;
};

const fieldsOf = (config: Record<string, unknown>, indent: string): string =>
  Object.entries(config)
    .map(([name, value]) => `${indent}${name}: ${JSON.stringify(value)},`)
    .join("\n")
    // A name that a person typed must not end the script.
    .replaceAll("<", "\\u003c");
