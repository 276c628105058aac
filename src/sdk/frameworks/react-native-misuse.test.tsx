/** @jsxImportSource react */
import { expect, test, vi } from "vitest";
import { mountInApp, NATIVE_OPTIONS, nativeApp } from "./react-native.fixture.tsx";
import { ServiceLink } from "./react-native.ts";
import { mountHook, nativeOptions as options } from "./react-native-hook.fixture.tsx";

test.each<[string, object, RegExp]>([
  ["another environment", { env: "production" }, /the token is of sandbox, but env is production$/],
  ["an access token", { token: "access-sandbox-1" }, /an access token stays on your server$/],
  ["a misspelt option", { onSucess: 1 }, /onSucess is none of origin,clientName,.*onSuccess,/],
  ["no onSuccess", { onSuccess: undefined }, /onSuccess is missing$/],
  ["no origin", { origin: undefined }, /origin must be like https:\/\/link\.example$/],
  ["a path", { origin: "https://link.example/" }, /origin must be like/],
  ["a port by default", { origin: "https://link.example:443" }, /origin must be like/],
])("%s is the error, in a sentence, and open draws nothing", async (_, more, sentence) => {
  const { link, open } = await mountHook(options(more));
  expect(link().ready).toBe(false);
  expect(link().error?.message).toMatch(sentence);
  await open();
  expect(nativeApp.count()).toBe(0);
});

test("the component reports why Link cannot be opened", async () => {
  const onError = vi.fn();
  await mountInApp(<ServiceLink {...NATIVE_OPTIONS} env="production" onError={onError} />);
  expect(String(onError.mock.lastCall)).toContain("the token is of sandbox, but env is production");
});
