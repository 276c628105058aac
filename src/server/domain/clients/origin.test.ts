import { expect, test } from "vitest";
import { frameAncestors, isFreeOrigin, isLoopback, parseOrigin } from "./origin.ts";

test("an origin is taken only as a browser spells it", () => {
  for (const origin of [
    "https://shop.example",
    "http://localhost:8081",
    "http://my_shop.localhost",
    "http://[::1]:8081",
    "http://[::1]",
  ])
    expect(parseOrigin(origin)).toBe(origin);
  for (const text of [
    "",
    "null",
    "shop.example",
    "https://shop.example/",
    "https://shop.example/path",
    "https://SHOP.example",
    "https://shop.example:443",
    "https://user@shop.example",
    "https://shop.example; script-src *",
    "javascript:alert(1)",
    "data:text/html,x",
    "file:///etc",
    "http://*;.localhost",
    "http://evil.example,b.localhost",
    "https://*.example",
    "http://`id`.localhost",
    "http://[::1]:80",
    "http://[0:0:0:0:0:0:0:1]:8081",
    "http://[2001:db8::1]:8081",
    "http://[::1];x",
  ])
    expect(parseOrigin(text)).toBeNull();
});

test("only this machine's own names are loopback", () => {
  for (const name of ["localhost", "shop.localhost", "127.0.0.1", "127.8.9.1", "::1", "[::1]"])
    expect(isLoopback(name)).toBe(true);
  for (const name of [
    "localhost.evil.example",
    "127.0.0.1.evil.example",
    "0.0.0.0",
    "notlocalhost",
  ])
    expect(isLoopback(name)).toBe(false);
});

test("a loopback page needs no registration in the sandbox only", () => {
  expect(isFreeOrigin("http://localhost:8081", "sandbox")).toBe(true);
  expect(isFreeOrigin("http://localhost:8081", "production")).toBe(false);
  expect(isFreeOrigin("https://shop.example", "sandbox")).toBe(false);
});

test("a policy names the page, its clients' registered origins, and in the sandbox this machine", () => {
  const origins = ["https://intranet.example", "https://shop.example"];
  expect(frameAncestors("https://shop.example", origins, "production")).toEqual([
    "https://shop.example",
    "https://intranet.example",
  ]);
  const inSandbox = frameAncestors("https://shop.example", origins, "sandbox");
  expect(inSandbox).toEqual(
    expect.arrayContaining([...origins, "http://localhost:*", "http://127.0.0.1:*"]),
  );
});

test("a policy names a free IPv6 page by its port on any host, and no other IPv6 page", () => {
  expect(frameAncestors("http://[::1]:8081", [], "sandbox")[0]).toBe("http://*:8081");
  expect(frameAncestors("https://[::1]", ["https://[::1]"], "production")).toEqual([]);
});
