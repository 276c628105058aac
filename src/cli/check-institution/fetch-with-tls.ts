import { rootCertificates } from "node:tls";
import type { Send } from "../../server/institutions/conformance/reply.ts";

/** A certificate that is shown in TLS, with its key, and authorities that are trusted beside Node's; PEM. */
export type ClientTls = {
  certificate: { certificate: string; key: string } | undefined;
  authorities: string | undefined;
};

/** Fetches as a client that proves itself in TLS; as any other where there is nothing to prove it by. */
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
