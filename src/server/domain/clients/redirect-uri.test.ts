import { expect, test } from "vitest";
import { redirectUriProblem } from "./redirect-uri.ts";

test.each([
  "https://shop.example/",
  "https://shop.example/return",
  "https://shop.example:8443/a/b.html",
  "http://localhost:3000/return",
  "http://127.0.0.1:3000/return",
])("%s is a redirect URI", (uri) => {
  expect(redirectUriProblem(uri)).toBeNull();
});

test.each([
  ["", "must be an address that begins with https://"],
  ["shop.example/return", "must be an address that begins with https://"],
  ["/return", "must be an address that begins with https://"],
  ["javascript:alert(1)", "must be an address that begins with https://"],
  ["acmeapp://return", "must be an address that begins with https://"],
  ["http://shop.example/return", "must begin with https://, unless it is on this machine"],
  ["https://ada:secret@shop.example/", "must have no user name and no password"],
  ["https://shop.example/return?", "must have no query and no fragment"],
  ["https://shop.example/?state=1", "must have no query and no fragment"],
  ["https://shop.example/#done", "must have no query and no fragment"],
  ["https://*.shop.example/", "must name one host, without *"],
  ["https://shop.example", "must be spelled as browsers spell it: https://shop.example/"],
  [
    "https://Shop.example/Return",
    "must be spelled as browsers spell it: https://shop.example/Return",
  ],
  ["https://shop.example/a/../b", "must be spelled as browsers spell it: https://shop.example/b"],
  ["https://shop.example:443/", "must be spelled as browsers spell it: https://shop.example/"],
  [" https://shop.example/", "must be an address that begins with https://"],
])("%j %s", (uri, problem) => {
  expect(redirectUriProblem(uri)).toBe(problem);
});
