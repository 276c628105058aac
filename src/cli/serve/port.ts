import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { createServer } from "node:net";
import { type Settings, SettingsError } from "../../server/host/settings/settings.ts";

/** A running server responds at once. */
const RESPONSE_LIMIT_MS = 1000;

/** The endpoint takes a client's public key. Its error shows whether the server knows the key. */
const PROBE = { path: "/institutions/get_by_id", version: "2019-05-29" };

type Address = Pick<Settings, "host" | "port" | "tls">;

/** The process that listens at an address already. */
export type Holder = "this server" | "another server" | "another program";

/** Why a server cannot listen at an address; null if it can listen. */
export const portFailure = (address: Pick<Address, "host" | "port">): Promise<Error | null> =>
  freePort(address).then(
    () => null,
    (failure: Error) => failure,
  );

/** The port of an address; for port 0, any free port. Rejects if no process can listen there. */
export const freePort = ({ host, port }: Pick<Address, "host" | "port">) =>
  new Promise<number>((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen({ host, port }, () => {
      const address = probe.address();
      const free = typeof address === "object" && address ? address.port : port;
      probe.close(() => resolve(free));
    });
  });

/**
 * The error for an address where a server cannot listen. `holder` is the listening process, if
 * known.
 */
export const portRefusal = (
  failure: Error,
  { host, port }: Pick<Address, "host" | "port">,
  holder: Holder | null,
): SettingsError => {
  const options = { cause: failure };
  const another = `choose another one, e.g. --port ${port + 10 > 65_535 ? port - 10 : port + 10}`;
  switch (readCode(failure)) {
    case "EADDRINUSE":
      if (holder === "this server")
        return new SettingsError(
          `port ${port} on ${host} is held by this server, which is running`,
          {
            advice: `stop it first, or ${another}`,
            ...options,
          },
        );
      return new SettingsError(`port ${port} on ${host} is taken by ${holder}`, {
        advice: `${another}, or stop what listens there`,
        ...options,
      });
    case "EACCES":
      return new SettingsError(`port ${port} may not be used by this user`, {
        advice: "choose one from 1024 on with --port",
        ...options,
      });
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return new SettingsError(`${host} is no address of this machine`, {
        advice: "choose another --host",
        ...options,
      });
    default:
      return new SettingsError(
        `port ${port} on ${host} cannot be opened: ${failure.message}`,
        options,
      );
  }
};

/** Whether another process listens at the address that failed. */
export const isInUse = (failure: unknown): boolean => readCode(failure) === "EADDRINUSE";

const readCode = (failure: unknown): string =>
  failure instanceof Error && "code" in failure ? String(failure.code) : "";

/**
 * Returns the holder of a used address. Response headers identify a server, and the known client
 * identifies the store's server. The request sends a public key only.
 */
export const identifyHolder = async (
  address: Address,
  publicKey: string | undefined,
): Promise<Holder> => {
  const schemes = address.tls ? ["https", "http"] : ["http", "https"];
  for (const scheme of schemes) {
    const answer = await probe(scheme, address, publicKey ?? "").catch(() => null);
    if (answer?.isServer)
      return answer.knowsKey && publicKey !== undefined ? "this server" : "another server";
  }
  return "another program";
};

type Answer = { isServer: boolean; knowsKey: boolean };

const probe = (scheme: string, { host, port }: Address, publicKey: string) =>
  new Promise<Answer>((resolve, reject) => {
    const options = {
      host,
      port,
      path: PROBE.path,
      method: "POST",
      headers: { "content-type": "application/json", "service-version": PROBE.version },
      signal: AbortSignal.timeout(RESPONSE_LIMIT_MS),
      agent: false,
    };
    // Nothing secret is sent, and the certificate may be for another name.
    const request =
      scheme === "https"
        ? requestHttps({ ...options, rejectUnauthorized: false })
        : requestHttp(options);
    request.once("error", reject);
    request.once("response", (response) => {
      const pieces: Buffer[] = [];
      response.on("data", (piece: Buffer) => void pieces.push(piece));
      response.once("error", reject);
      response.once("end", () =>
        resolve({
          isServer: response.headers["service-request-id"] !== undefined,
          knowsKey: !Buffer.concat(pieces).includes("INVALID_PUBLIC_KEY"),
        }),
      );
    });
    request.end(JSON.stringify({ public_key: publicKey, institution_id: "ins_0" }));
  });

/** The error for a start whose port is used, with the name of the program that uses it. */
export const explainRefusal = async (
  failure: Error,
  settings: Settings,
): Promise<SettingsError> => {
  if (!isInUse(failure)) return portRefusal(failure, settings, null);
  const { checkStoreIntegrity } = await import(
    "../../server/host/data-folder/check-store-integrity.ts"
  );
  const key = (await checkStoreIntegrity(settings))?.publicKeys[0];
  return portRefusal(failure, settings, await identifyHolder(settings, key));
};
