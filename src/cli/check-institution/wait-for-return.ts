import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

const PAGE = `<!doctype html><meta charset="utf-8"><title>Signed in</title>
<p style="font:18px system-ui;margin:4em auto;max-width:24em">You can close this page: the check goes on in the terminal.</p>`;

/** A listener on this machine to which the institution sends the user back. */
export type ReturnListener = {
  /** The redirect URI, with the port of the listener. */
  redirectUri: string;
  /** Returns the parameters of the next callback; null after the time limit, or if `signal` aborts. */
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
    response.writeHead(200, { "content-type": "text/html", "cache-control": "no-store" }).end(PAGE);
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
