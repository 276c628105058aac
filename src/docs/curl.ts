import type { ApiDocument } from "./document.ts";

/** The call as a command; the keys are read from the environment, so that no history has them. */
export const curlOf = (path: string, body: string, { info, components }: ApiDocument): string => {
  const { clientId, secret } = components.securitySchemes;
  return [
    `curl ${location.origin}${path}`,
    "  -H 'Content-Type: application/json'",
    `  -H "${clientId.name}: $CLIENT_ID" -H "${secret.name}: $SECRET"`,
    `  -H '${components.parameters.version.name}: ${info.version}'`,
    `  -d '${compact(body).replaceAll("'", "'\\''")}'`,
  ].join(" \\\n");
};

/** On one line, where it is JSON already. */
function compact(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body));
  } catch {
    return body;
  }
}
