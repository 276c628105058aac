import { readTlsFiles } from "./tls-files.ts";

type TlsSettings = Parameters<typeof readTlsFiles>[0];
type TlsFiles = ReturnType<typeof readTlsFiles>;

type Log = { info(message: string): void; error(what: { err: unknown }, message: string): void };

/** The interval of checks for a renewed certificate. */
const EVERY_MS = 60_000;

/**
 * Checks the files of a certificate at intervals, and passes on a renewed one. Errors in them are logged, and the
 * certificate in use stays.
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
