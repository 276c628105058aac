import { readFileSync } from "node:fs";
import { createSecureContext } from "node:tls";
import { type Settings, SettingsError } from "./settings.ts";

type Tls = NonNullable<Settings["tls"]>;

/** The certificate and its key; throws a SettingsError that says which file is wrong and how. */
export const readTlsFiles = ({ certFile, keyFile, minVersion }: Tls) => {
  const cert = read("TLS_CERT", certFile);
  const key = read("TLS_KEY", keyFile);
  try {
    createSecureContext({ cert, key });
  } catch (cause) {
    throw new SettingsError(
      `TLS_CERT (${certFile}) and TLS_KEY (${keyFile}) are not a certificate and its key in PEM: ` +
        wordsOf(cause),
      { cause },
    );
  }
  return { cert, key, minVersion };
};

function read(variable: string, file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (cause) {
    throw new SettingsError(`${variable} names a file that cannot be read: ${wordsOf(cause)}`, {
      cause,
    });
  }
}

const wordsOf = (failure: unknown): string =>
  failure instanceof Error ? failure.message : String(failure);
