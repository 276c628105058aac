import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "@playwright/test";

type BarePage = {
  html: string;
  headers?: Record<string, string>;
  /** Further files by path: HTML, or scripts by their extension. */
  files?: Record<string, string>;
};

/** Serves a journey's page on another site than Link. Returns its origin. */
export const showPage = async (
  page: Page,
  { html, headers = {}, files = {} }: BarePage,
): Promise<string> => {
  const http = createServer(({ url = "/" }, response) => {
    const { pathname } = new URL(url, "http://page");
    response.setHeader("content-type", pathname.endsWith(".js") ? "text/javascript" : "text/html");
    if (pathname !== "/") return void response.end(files[pathname] ?? "");
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    response.end(`<!doctype html>${html}`);
  });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  page.once("close", () => {
    http.close();
    http.closeAllConnections();
  });
  const origin = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  await page.goto(origin);
  return origin;
};
