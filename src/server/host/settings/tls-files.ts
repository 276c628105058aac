import { readFileSync } from "node:fs";
import { createSecureContext, DEFAULT_CIPHERS } from "node:tls";
import { type Settings, SettingsError } from "./settings.ts";

type Tls = NonNullable<Settings["tls"]>;

/**
 * OpenSSL speaks TLS 1.1 only at its lowest security level, since the digests of TLS 1.1 are
 * broken.
 */
const CIPHERS_OF_TLS_1_1 = `${DEFAULT_CIPHERS}:@SECLEVEL=0`;

/**
 * Reads the certificate and its key. Throws a SettingsError that names the invalid file and the
 * reason.
 */
export const readTlsFiles = ({ certFile, keyFile, minVersion }: Tls) => {
  const cert = read("TLS_CERT", certFile);
  const key = read("TLS_KEY", keyFile);
  const options = {
    cert,
    key,
    minVersion,
    ...(minVersion === "TLSv1.1" && { ciphers: CIPHERS_OF_TLS_1_1 }),
  };
  try {
    createSecureContext(options);
  } catch (cause) {
    throw new SettingsError(
      `TLS_CERT (${certFile}) and TLS_KEY (${keyFile}) are not a certificate and its key in PEM: ` +
        describeFailure(cause),
      { cause },
    );
  }
  return options;
};

function read(variable: string, file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (cause) {
    throw new SettingsError(
      `${variable} names a file that cannot be read: ${describeFailure(cause)}`,
      {
        cause,
      },
    );
  }
}

const describeFailure = (failure: unknown): string =>
  failure instanceof Error ? failure.message : String(failure);

type TlsSettings = Parameters<typeof readTlsFiles>[0];
type TlsFiles = ReturnType<typeof readTlsFiles>;

type Log = { info(message: string): void; error(what: { err: unknown }, message: string): void };

/** The interval of checks for a renewed certificate. */
const EVERY_MS = 60_000;

/**
 * Checks the files of a certificate at intervals, and passes on a renewed certificate. Logs errors
 * in the files; the current certificate then stays in use.
 */
export const watchTlsFiles = (
  settings: TlsSettings,
  first: TlsFiles,
  { use, log }: { use: (files: TlsFiles) => void; log: Log },
) => {
  let current = first;
  const reload = (): void => {
    try {
      const files = readTlsFiles(settings);
      if (files.cert.equals(current.cert) && files.key.equals(current.key)) return;
      use(files);
      current = files;
      log.info("the certificate was renewed");
    } catch (err) {
      log.error({ err }, "the certificate in use stays, since its files cannot be used");
    }
  };
  const timer = setInterval(reload, EVERY_MS);
  timer.unref();
  return { reload, stop: () => clearInterval(timer) };
};
