// The baselines of Link: a customer's page on another site; the least that could be painted, a document as
// long as Link's without its scripts; and the least that typing could do, a list of twenty rows that all
// become the typed text. All are compressed as the service's are.

import { createServer } from "node:http";
import { brotliCompressSync, constants } from "node:zlib";

/**
 * Serves all of them; `bareLength` is how many characters the bare document has. `inFrame` returns a script that
 * puts one of them into a frame of `/around`, on another site.
 */
export const servePages = async (service, config, bareLength) => {
  const script = `<script src="${service}/link.js"></script>`;
  const pages = {
    "/shop": page(`<script>config = ${JSON.stringify(config)}</script>${script}`),
    "/typing": page(
      `<style>.name{display:block}</style><input type="search"><ul class="rows">${'<li><button class="row"><span class="name">A bank</span></button></li>'.repeat(20)}</ul><script>document.querySelector("input").oninput = ({ target }) => { for (const name of document.querySelectorAll(".name")) name.textContent = target.value; }</script>`,
    ),
    "/around": page("<style>iframe{position:fixed;inset:0;width:100%;height:100%}</style>"),
    "/bare": page(
      `<style>p{font:1rem sans-serif}</style><div class="row"><p class="name">${"A bank ".repeat(Math.ceil(bareLength / 7))}</p></div>`,
    ),
  };
  const server = createServer(({ url }, response) => {
    const html = pages[url];
    response.writeHead(html ? 200 : 404, {
      "content-type": "text/html; charset=utf-8",
      "content-encoding": "br",
      "cache-control": "no-store",
    });
    response.end(compressedPage(html ?? ""));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address();
  const inFrame = (path) =>
    `document.body.append(Object.assign(document.createElement("iframe"), { src: "http://localhost:${port}${path}" }))`;
  return { port, inFrame, close: () => server.close() };
};

const page = (content) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Page</title>${content}</html>`;

const compressedPage = (html) =>
  brotliCompressSync(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });
