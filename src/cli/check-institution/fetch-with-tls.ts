import { rootCertificates } from "node:tls";
import type { Send } from "../../server/institutions/conformance/reply.ts";

/** A client certificate for TLS with its key, and authorities that are trusted in addition to Node's; PEM. */
export type ClientTls = {
  certificate: { certificate: string; key: string } | undefined;
  authorities: string | undefined;
};

/** Returns a fetch that uses a client certificate, if there is one. */
export const fetchWithTls = (tls: ClientTls | undefined): Send => {
  if (!tls) return fetch;
  let client: Promise<Send> | undefined;
  return async (url, init) => {
    client ??= open(tls);
    return (await client)(url, init);
  };
};

async function open({ certificate, authorities }: ClientTls): Promise<Send> {
  const undici = await import("undici");
  const dispatcher = new undici.Agent({
    connect: {
      ...(certificate && { cert: certificate.certificate, key: certificate.key }),
      ...(authorities !== undefined && { ca: [...rootCertificates, authorities] }),
    },
  });
  const send = undici.fetch as unknown as typeof fetch;
  return (url, init) => send(url, { ...init, dispatcher } as RequestInit);
}
