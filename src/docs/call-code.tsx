import { useEffect, useRef, useState } from "preact/hooks";
import { copyText } from "../browser/copy-text.ts";

/** An API call to show as code. */
export type CallToWrite = {
  /** The server's address without a trailing slash. */
  origin: string;
  path: string;
  body: object;
  version: string;
  /** The names of the headers for the version, the client_id and the secret. */
  headers: { version: string; clientId: string; secret: string };
};

/** The languages of code, with their titles. */
const LANGUAGES = { curl: "curl", node: "Node", python: "Python" } as const;
export type Language = keyof typeof LANGUAGES;

/** The time in ms for which the button confirms the copy. */
const SHOWN_MS = 2000;

/** Shows a call as code in the chosen language, with a button that copies it. */
export const CallCode = ({ call }: { call: CallToWrite }) => {
  const [language, setLanguage] = useState<Language>("curl");
  const [copied, setCopied] = useState<"Copied" | "Not allowed" | null>(null);
  useEffect(() => {
    if (copied === null) return;
    const timer = setTimeout(() => setCopied(null), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  const code = writeCall(language, call);
  const shown = useRef<HTMLPreElement>(null);
  const copy = async (): Promise<void> => {
    const isCopied = await copyText(code, () => {
      if (shown.current) getSelection()?.selectAllChildren(shown.current);
    });
    setCopied(isCopied ? "Copied" : "Not allowed");
  };
  return (
    <section class="code" aria-label="Code of this call">
      <p class="languages">
        {(Object.keys(LANGUAGES) as Language[]).map((each) => (
          <button
            key={each}
            type="button"
            aria-pressed={each === language}
            onClick={() => setLanguage(each)}
          >
            {LANGUAGES[each]}
          </button>
        ))}
        <button type="button" class="copy-code" onClick={() => void copy()}>
          {copied ?? "Copy"}
        </button>
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is a tab stop */}
      <pre ref={shown} tabIndex={0}>
        {code}
      </pre>
    </section>
  );
};

/**
 * Writes a call as code that prints the status and the response. The code reads the keys from the
 * environment, so that neither the shell's history nor a repository contains them.
 */
export const writeCall = (language: Language, call: CallToWrite): string =>
  ({ curl: writeCurl, node: writeNode, python: writePython })[language](call);

const writeCurl = ({ origin, path, body, version, headers }: CallToWrite): string =>
  [
    `curl ${origin}${path}`,
    "  -H 'Content-Type: application/json'",
    `  -H "${headers.clientId}: $CLIENT_ID" -H "${headers.secret}: $SECRET"`,
    `  -H '${headers.version}: ${version}'`,
    `  -d '${JSON.stringify(body).replaceAll("'", "'\\''")}'`,
  ].join(" \\\n");

const writeNode = ({ origin, path, body, version, headers }: CallToWrite): string =>
  `const response = await fetch(${JSON.stringify(origin + path)}, {
  method: "POST",
  headers: {
    "Content-Type": "application/json",
    ${JSON.stringify(headers.clientId)}: process.env.CLIENT_ID,
    ${JSON.stringify(headers.secret)}: process.env.SECRET,
    ${JSON.stringify(headers.version)}: ${JSON.stringify(version)},
  },
  body: JSON.stringify(${JSON.stringify(body, null, 2).replaceAll("\n", "\n  ")}),
});
console.log(response.status, await response.text());`;

const writePython = ({ origin, path, body, version, headers }: CallToWrite): string =>
  `import os
import requests

response = requests.post(
    ${JSON.stringify(origin + path)},
    headers={
        ${JSON.stringify(headers.clientId)}: os.environ["CLIENT_ID"],
        ${JSON.stringify(headers.secret)}: os.environ["SECRET"],
        ${JSON.stringify(headers.version)}: ${JSON.stringify(version)},
    },
    json=${pythonOf(body, "    ")},
)
print(response.status_code, response.text)`;

/** Writes a JSON value as Python. Python strings use the escapes of JSON. */
function pythonOf(value: unknown, indent: string): string {
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value !== "object") return JSON.stringify(value);
  const inner = `${indent}    `;
  const isList = Array.isArray(value);
  const lines = isList
    ? value.map((each) => `${inner}${pythonOf(each, inner)},\n`)
    : Object.entries(value).map(
        ([name, each]) => `${inner}${JSON.stringify(name)}: ${pythonOf(each, inner)},\n`,
      );
  const [open, close] = isList ? "[]" : "{}";
  return lines.length === 0 ? `${open}${close}` : `${open}\n${lines.join("")}${indent}${close}`;
}
