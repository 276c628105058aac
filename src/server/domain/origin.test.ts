import { expect, test } from "vitest";
import { frameAncestor, isFreeOrigin, isLoopback, parseOrigin } from "./origin.ts";

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

test("a loopback page needs no registration in the sandbox, and does anywhere else", () => {
  expect(isFreeOrigin("http://localhost:8081", "sandbox")).toBe(true);
  expect(isFreeOrigin("http://localhost:8081", "production")).toBe(false);
  expect(isFreeOrigin("https://shop.example", "sandbox")).toBe(false);
});

test("a policy names an origin as it is, and any host on a free IPv6 one's port", () => {
  expect(frameAncestor("https://shop.example", "sandbox")).toBe("https://shop.example");
  expect(frameAncestor("http://[::1]:8081", "sandbox")).toBe("http://*:8081");
  expect(frameAncestor("https://[::1]", "production")).toBe("https://[::1]");
});
