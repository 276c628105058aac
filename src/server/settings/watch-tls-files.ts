import { readTlsFiles } from "./tls-files.ts";

type TlsSettings = Parameters<typeof readTlsFiles>[0];
type TlsFiles = ReturnType<typeof readTlsFiles>;

type Log = { info(message: string): void; error(what: { err: unknown }, message: string): void };

/** How often it is looked whether a certificate was renewed. */
const EVERY_MS = 60_000;

/**
 * Looks at the files of a certificate now and then, and hands over what is new in them. What is wrong with
 * them is logged, and the certificate in use stays.
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
