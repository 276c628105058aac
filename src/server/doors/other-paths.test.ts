import { expect, test } from "vitest";
import { DOOR_NAMES } from "../domain/grants/grant.ts";
import { appWithDoors, claim, grantTo, linkWithTransactions, readUrl } from "./doors.fixture.ts";
import { DOORS } from "./index.ts";

type App = Awaited<ReturnType<typeof appWithDoors>>;

/** A call, and its response in a protocol's form. */
const call = async (
  app: App,
  method: "GET" | "HEAD" | "OPTIONS" | "PATCH" | "POST",
  url: string,
) => {
  const { statusCode, headers, body } = await app.request({ method, url });
  return { status: statusCode, headers, body, allow: headers.allow };
};

/** The parts of an error that a protocol's programs check. */
const SHAPES: Readonly<Record<string, (body: string) => object>> = {
  simplefin: (body) => Object(JSON.parse(body)).errors[0],
  ofx: (body) => ({ body }),
  pluggy: (body) => Object(JSON.parse(body)).codeDescription,
  gocardless: (body) => Object(JSON.parse(body)).summary,
};

test.for(DOOR_NAMES)(
  "an unknown path and method of %s get an error of its protocol",
  async (name) => {
    const app = await appWithDoors();
    const [first] = (await DOORS[name]()).routes;
    const path = first?.path.replace(/:\w+/, "x") ?? "";
    const unknown = await call(app, "GET", `/${path.split("/")[1]}/nowhere`);
    expect([unknown.status, SHAPES[name]?.(unknown.body)]).toEqual([404, expect.anything()]);
    expect(unknown.body).not.toContain("error_code");
    const root = await call(app, "GET", `/${path.split("/")[1]}`);
    expect(root.body).not.toContain("error_code");
    const wrong = await call(app, "PATCH", path);
    expect([wrong.status, SHAPES[name]?.(wrong.body)]).toEqual([405, expect.anything()]);
    expect(wrong.allow).toContain(first?.method);
    const options = await call(app, "OPTIONS", path);
    expect([options.status, options.body, options.allow]).toEqual([204, "", wrong.allow]);
  },
);

test("SimpleFIN is read with a slash at the end, by HEAD, and with parameters of other servers", async () => {
  const app = await appWithDoors();
  const item = await linkWithTransactions(app);
  const { secret } = await grantTo(app, item);
  const { body: url } = await claim(app, secret);
  const whole = (await readUrl(app, url)).json();
  expect((await readUrl(app, url, "/accounts/", "?include-holdings=1")).json()).toEqual(whole);
  const { username, password, pathname } = new URL(url);
  const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`;
  const head = await app.request({
    method: "HEAD",
    url: `${pathname}/accounts`,
    headers: { authorization },
  });
  expect([head.statusCode, head.body]).toEqual([200, ""]);
  expect((await app.request({ method: "HEAD", url: `${pathname}/accounts` })).statusCode).toBe(403);
});
