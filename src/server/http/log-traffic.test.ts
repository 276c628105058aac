import fc, { type Arbitrary } from "fast-check";
import { expect, test } from "vitest";
import { anyCarrier, anyToken, shownIn } from "../../testing/any-token.ts";
import { samples } from "../../testing/property-samples.ts";
import { storedValues } from "../../testing/test-app/stored-values.ts";
import { testApp } from "../../testing/test-app/test-app.ts";

const FIELDS = [
  ...["start_date", "products", "institution_id", "country_codes", "status", "language", "item_id"],
  ...["client_name", "client_id", "secret", "access_token", "type", "next_cursor", "anything"],
];

/** Any JSON that contains a text: as a value, in a list, at any depth, or as a field's name. */
const anyBodyWith = (text: string): Arbitrary<Record<string, unknown>> => {
  const field = fc.constantFrom(...FIELDS);
  const place = fc.oneof(
    field.map((name) => ({ [name]: text })),
    field.map((name) => ({ [name]: [text, text] })),
    fc.tuple(field, field).map(([name, inner]) => ({ [name]: { [inner]: text } })),
    fc.tuple(field, field).map(([name, inner]) => ({ [name]: [{ [inner]: { deep: text } }] })),
    fc.constant({ [text]: 1 }),
    field.map((name) => ({ [name]: { [text]: [] } })),
  );
  const noise = fc.dictionary(field, fc.oneof(fc.string(), fc.integer(), fc.boolean()), {
    maxKeys: 3,
  });
  return fc.tuple(noise, place).map(([one, other]) => ({ ...one, ...other }));
};

const anyRequest = fc.tuple(anyToken, anyCarrier).chain(([token, carry]) =>
  fc.record({
    token: fc.constant(token),
    text: fc.constant(carry(token)),
    body: anyBodyWith(carry(token)),
    path: fc.constantFrom("/item/get", "/institutions/get", "/link/token/create", "/auth/get"),
    hasKeys: fc.boolean(),
    hasHeader: fc.boolean(),
  }),
);

test("no request leaves a token in the log, wherever somebody has put it", async () => {
  const app = await testApp();
  const tokens: string[] = [];
  await fc.assert(
    fc.asyncProperty(
      anyRequest,
      async ({ token, text, body: fields, path, hasKeys, hasHeader }) => {
        tokens.push(token.toLowerCase());
        const body = hasKeys ? { ...fields, ...app.credentials } : fields;
        const name = encodeURIComponent(text);
        const header = /^[\x21-\x7e]+$/.test(text) ? text : name;
        const headers = { "service-client-id": header, "user-agent": header, referer: header };
        for (const url of [path, `${path}?token=${name}`, `/${name}`])
          for (const sent of [body, JSON.stringify(body).slice(0, -1)]) {
            const answer = await app.post(url, sent, hasHeader ? headers : {});
            expect(shownIn(JSON.stringify(answer.body))).not.toContain(token.toLowerCase());
          }
        app.advanceClock(60_000);
        await app.writeUsage();
      },
    ),
    { numRuns: samples(150) },
  );
  const kept = (await storedValues(app.folder)).map((bytes) => shownIn(bytes.toString()));
  const logged = shownIn(app.logged.join(""));
  expect(kept.length).toBeGreaterThan(50);
  expect(kept.join("").length).toBeGreaterThan(10_000);
  const all = [...kept, logged].join("\n");
  expect(tokens.filter((token) => all.includes(token))).toEqual([]);
});

test("a password or a number that somebody signs in with is in no kept body", async () => {
  const app = await testApp();
  for (const text of ["hunter2", "correct horse", "GENESIS", 739154]) {
    const body = { start_date: text, type: text, status: text, count: text, client_name: text };
    await app.call("/institutions/get", { count: 1, offset: 0, country_codes: ["US"] });
    await app.post("/item/get", { ...app.credentials, ...body, language: [text], product: text });
    await app.post("/item/get", { ...body, client_id: text, secret: text });
  }
  await app.writeUsage();
  const { traffic } = app.services.store;
  const page = { after: null, order: "descending", limit: 50, clientId: null } as const;
  const filters = {
    failed: false,
    errorCode: null,
    path: null,
    itemId: null,
    since: null,
    until: null,
    sort: "time",
  } as const;
  const { rows } = await traffic.requests({ ...page, ...filters });
  const bodies = await Promise.all(rows.map(({ requestId }) => traffic.requestById(requestId)));
  expect(bodies.length).toBe(12);
  const text = JSON.stringify(bodies);
  expect(text).toContain('\\"country_codes\\":[\\"US\\"]');
  expect(text).not.toMatch(/hunter2|correct horse|GENESIS|739154/);
});

test("a name of a field that is not shown is in no error that names it either", async () => {
  const app = await testApp();
  const names = ["4111111111111111", "correcthorsebatterystaple", "pin: 7391 of ada@bank.example"];
  for (const name of names) {
    const answer = await app.post("/item/get", {
      ...app.credentials,
      access_token: "x",
      [name]: 1,
    });
    expect(answer.body.error_message).toContain(name);
  }
  const many = Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`4111${at}`, 1]));
  await app.post("/item/get", { ...app.credentials, access_token: "x", ...many });
  await app.writeUsage();
  const kept = (await storedValues(app.folder)).join("\n");
  expect(kept).toContain("the following fields are not known to this path: …");
  expect(kept).not.toMatch(/4111|correcthorse|7391/);
});

test("an event that a page made up leaves no words of its own in the log", async () => {
  const app = await testApp();
  const { bridge } = await app.startLink();
  const { access_token } = await app.link();
  for (const text of [access_token, app.keys.secret, "correct horse battery", "hunter"]) {
    const metadata = { view_name: text, institution_id: text, mfa_type: text };
    const event_metadata = { ...metadata, exit_status: text, error_code: text, timestamp: text };
    const events = [{ event_name: "ERROR", event_metadata }];
    expect((await bridge("session/events", { from: 0, events })).status).toBe(200);
    await bridge("institution/select", { institution_id: text });
  }
  await app.writeUsage();
  const kept = [...(await storedValues(app.folder)), ...app.logged].join("\n");
  expect(kept).not.toMatch(/hunter|correct horse/);
  for (const secret of [access_token, app.keys.secret]) expect(kept).not.toContain(secret);
});
