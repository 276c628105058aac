import { expect, test } from "vitest";
import { setOperatorPassword } from "../../../testing/test-app/dashboard.ts";
import { testApp } from "../../../testing/test-app/test-app.ts";
import { newSetupCode } from "../../domain/dashboard/operator.ts";

const MINUTE = 60_000;
const PASSWORD = "correct horse battery";
const BEHIND_PROXY = { TLS_PROXY: "true", PUBLIC_URL: "https://link.example" };

/** A server behind a proxy that reports callers' addresses, and browsers that may keep cookies. */
const guarded = async () => {
  const app = await testApp(BEHIND_PROXY);
  const post = (path: string, body: object, address: string, cookie = "") =>
    app.post(`/dashboard/api/operator/${path}`, body, {
      origin: "https://link.example",
      host: "link.example",
      "x-forwarded-for": address,
      "x-forwarded-proto": "https",
      cookie,
    });
  const setUp = async (address: string, password = PASSWORD) =>
    post("setup", { code: await newSetupCode(MINUTE, app.services), password }, address);
  const signIn = (password: string, address: string, cookie?: string) =>
    post("session", { password }, address, cookie);
  /**
   * Sets the password without a guess, and signs in from an address. The test's password hash costs
   * no time.
   */
  const signInFirst = async (address: string, password = PASSWORD) => {
    await setOperatorPassword(app, password);
    return signIn(password, address);
  };
  /** Guesses from as many addresses; returns the number of guesses that were compared. */
  const guess = async (count: number) => {
    let seen = 0;
    for (let n = 0; n < count; n++)
      if ((await signIn("wrong", `203.0.${n >> 8}.${n & 255}`)).status === 400) seen++;
    return seen;
  };
  return { app, setUp, signIn, signInFirst, guess };
};

/** The cookie that makes a browser known. */
const knownBy = ({ headers }: { headers: Record<string, unknown> }): string =>
  /__Host-service_link_operator_browser=[^;,]+/.exec(String(headers["set-cookie"]))?.[0] ?? "";

test("guesses of the operator's password are bounded over all addresses", async () => {
  const { app, signInFirst, guess, signIn } = await guarded();
  await signInFirst("198.51.100.1");
  expect(await guess(100)).toBe(30);
  expect((await signIn(PASSWORD, "198.51.100.9")).status).toBe(429);
  app.advanceClock(MINUTE);
  expect(await guess(100)).toBe(30);
});

test("a stranger locks out neither a browser that has signed in before nor a setup code", async () => {
  const { setUp, signInFirst, guess, signIn } = await guarded();
  const first = await signInFirst("198.51.100.1");
  const cookie = knownBy(first);
  await guess(100);
  const second = await signIn(PASSWORD, "203.0.0.1", cookie);
  expect(second.status).toBe(200);
  expect((await signIn(PASSWORD, "203.0.0.1", knownBy(second))).status).toBe(200);
  const third = await setUp("203.0.0.1", "another horse battery");
  expect(third.status).toBe(200);
  expect((await signIn("another horse battery", "203.0.0.1", knownBy(third))).status).toBe(200);
});

test("a known browser has ten guesses a minute of its own, and is signed in by the password alone", async () => {
  const { app, signInFirst, signIn } = await guarded();
  const cookie = knownBy(await signInFirst("198.51.100.1"));
  for (let n = 0; n < 10; n++)
    expect((await signIn("wrong", `203.0.113.${n}`, cookie)).status).toBe(400);
  expect((await signIn(PASSWORD, "203.0.113.99", cookie)).status).toBe(429);
  expect((await signIn(PASSWORD, "203.0.113.0")).status).toBe(200);
  const { status } = await app.post(
    "/dashboard/api/me",
    {},
    { origin: "https://link.example", host: "link.example", cookie },
  );
  expect(status).not.toBe(200);
});

test("a browser is known until the password is another one, it is too old, or the cookie was changed", async () => {
  const { app, signInFirst, guess, signIn } = await guarded();
  const old = knownBy(await signInFirst("198.51.100.1"));
  const cookie = knownBy(await signInFirst("198.51.100.1", "another horse battery"));
  await guess(100);
  const signInBy = async (operator: string) =>
    (await signIn("another horse battery", "198.51.100.9", operator)).status;
  const changed = cookie.replace(/\.(\d)/, (_, digit) => `.${(Number(digit) + 1) % 10}`);
  expect([await signInBy(old), await signInBy(changed)]).toEqual([429, 429]);
  expect(await signInBy(cookie)).toBe(200);
  app.advanceClock(180 * 24 * 60 * MINUTE);
  await guess(100);
  expect(await signInBy(cookie)).toBe(429);
});

test("the cookie of a known browser is for the Dashboard's host alone, and no script sees it", async () => {
  const { setUp } = await guarded();
  const cookies = [(await setUp("198.51.100.1")).headers["set-cookie"]].flat().map(String);
  expect(cookies).toHaveLength(2);
  const [, ...attributes] = cookies[1]?.split("; ") ?? [];
  expect(attributes.toSorted()).toEqual([
    "HttpOnly",
    `Max-Age=${180 * 24 * 60 * 60}`,
    "Path=/",
    "SameSite=Strict",
    "Secure",
  ]);
});
