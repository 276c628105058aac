import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout } from "node:timers/promises";
import { rootCertificates } from "node:tls";
import { FDX_STANDARD } from "../../server/domain/institutions/institution-registration.ts";
import { SettingsError } from "../../server/host/settings/settings.ts";
import { listResults } from "../../server/institutions/conformance/check.ts";
import type { SignInPrompt } from "../../server/institutions/conformance/check-session.ts";
import { listChecks } from "../../server/institutions/conformance/checks/index.ts";
import { gatherConsented } from "../../server/institutions/conformance/consents/gather-consented.ts";
import { gather } from "../../server/institutions/conformance/gather.ts";
import { createCall, readText, type Send } from "../../server/institutions/conformance/reply.ts";
import type { Context } from "../context.ts";
import { type CheckOptions, readOptions } from "./read-options.ts";
import { checkReport } from "./report.ts";

/** Checks an institution and prints the results. Throws a SettingsError for an invalid option. */
export const printCheck = async (
  issuer: string,
  options: CheckOptions,
  context: Context,
): Promise<void> => {
  const { fileToken, waitMs, timeoutMs, redirectUri, tls, dialect, standard, login, ...read } =
    await readOptions(issuer, options, context.clock());
  const listener = fileToken === null ? await listen(redirectUri) : null;
  const { clock, err, out, columns, hasColors } = context;
  const stop = context.stopSignal();
  let step = "sign-in";
  const promptSignIn: SignInPrompt = async (address) => {
    err.write(`\n${PROMPTS[step]}\n\n  ${new URL(address).href}\n\n`);
    return (await listener?.next(waitMs, stop)) ?? null;
  };
  try {
    const session = {
      ...read,
      redirectUri: listener?.redirectUri ?? redirectUri,
      call: createCall({ send: fetchWithTls(tls), timeoutMs, clock }),
      hasCertificate: tls?.certificate !== undefined,
      clock,
      promptSignIn,
      user: login
        ? {
            ...login,
            ...{ waitMs, ask: context.prompt },
            tell: (text: string) => err.write(`\n${text}\n`),
            pause: (ms: number) => pauseUntil(ms, stop),
          }
        : undefined,
      signIns: options.once ? (1 as const) : (4 as const),
      enter: async (begun: string) => {
        step = begun;
      },
    };
    const observations =
      dialect.name === FDX_STANDARD.dialect
        ? await gather(session, fileToken)
        : await gatherConsented({ ...session, ...standard, dialect });
    const next = readText(observations.refresh?.body, "refresh_token");
    if (options.refreshTokenFile !== undefined && next !== undefined)
      writeFileSync(options.refreshTokenFile, `${next}\n`, { mode: 0o600 });
    if (observations.cancelled?.response?.has("code"))
      err.write("The last sign-in was shared: what happens on Cancel was not looked at.\n");
    const results = listResults(listChecks(standard), observations);
    const { tokens } = observations;
    out(
      options.json
        ? `${JSON.stringify({ issuer, tokens, results }, null, 2)}\n`
        : checkReport(issuer, results, { tokens, columns, hasColors }),
    );
    const failures = results.filter(({ outcome }) => outcome === "failed").length;
    if (failures > 0)
      throw new SettingsError(
        `${failures === 1 ? "one thing is" : `${failures} things are`} wrong at ${issuer}`,
      );
  } finally {
    await listener?.close();
  }
};

/** Pauses, and rejects when the user stops the command. */
const pauseUntil = (ms: number, signal: AbortSignal) => setTimeout(ms, undefined, { signal });

/**
 * The texts above an authorization address, by step of the check. Some institutions have fewer
 * steps.
 */
const PROMPTS: Readonly<Record<string, string>> = {
  "sign-in": "Open this address, sign in, and share everything:",
  "second-sign-in": "Once more, please: this time the code is used twice.",
  "third-sign-in": "Again, please: these tokens are revoked.",
  "cancelled-sign-in": "And a last time, please: this time press Cancel there, and share nothing:",
};

const listen = (redirectUri: string) =>
  listenForReturn(redirectUri).catch((cause: unknown) => {
    throw new SettingsError(`${redirectUri} cannot be listened at`, {
      advice: "stop what has the port, or register another --redirect-uri",
      cause,
    });
  });

/** A client certificate for TLS with its key, and authorities that are trusted in addition to Node's; PEM. */
type ClientTls = {
  certificate: { certificate: string; key: string } | undefined;
  authorities: string | undefined;
};

/** Returns a fetch with the client certificate, if any. */
const fetchWithTls = (tls: ClientTls | undefined): Send => {
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

const PAGE = `<!doctype html><meta charset="utf-8"><title>Signed in</title>
<p style="font:16px system-ui;margin:4em auto;max-width:24em">You can close this page: the check goes on in the terminal.</p>`;

const FRAGMENT_PAGE = `<!doctype html><meta charset="utf-8"><title>Signed in</title>
<script>location.replace(location.pathname + "?" + (location.hash.slice(1) || "error=no_parameters"))</script>`;

/** A listener on this machine to which the institution sends the user back. */
type ReturnListener = {
  /** The redirect URI, with the port of the listener. */
  redirectUri: string;
  /**
   * Returns the parameters of the next callback; null after the time limit or when `signal` aborts.
   */
  next(limitMs: number, signal: AbortSignal): Promise<URLSearchParams | null>;
  close(): Promise<void>;
};

/** Listens at a redirect URI on localhost. Rejects if the port is taken. */
export const listenForReturn = async (redirectUri: string): Promise<ReturnListener> => {
  const address = new URL(redirectUri);
  let receive: (parameters: URLSearchParams) => void = () => {};
  const server = createServer((request, response) => {
    const url = URL.parse(request.url ?? "/", redirectUri);
    if (url?.pathname !== address.pathname) return void response.writeHead(404).end();
    response.writeHead(200, { "content-type": "text/html", "cache-control": "no-store" });
    // The parameters of code id_token are in the fragment, which a browser sends nowhere.
    if (url.search === "") return void response.end(FRAGMENT_PAGE);
    response.end(PAGE);
    receive(url.searchParams);
  });
  await new Promise((resolve, reject) => {
    server
      .once("error", reject)
      .listen(Number(address.port || 80), address.hostname.replace(/^\[|\]$/g, ""), () =>
        resolve(undefined),
      );
  });
  address.port = String((server.address() as AddressInfo).port);
  return {
    redirectUri: address.href,
    next: (limitMs, signal) =>
      new Promise((resolve) => {
        const end = AbortSignal.any([AbortSignal.timeout(limitMs), signal]);
        end.addEventListener("abort", () => resolve(null), { once: true });
        receive = resolve;
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
