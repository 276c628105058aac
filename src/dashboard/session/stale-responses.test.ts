import { expect, test } from "vitest";
import { createController } from "./controller.ts";
import { failure, NO_ANSWER, SESSION_OVER, success } from "./outcomes.fixture.ts";
import type { Outcome, Request } from "./request.ts";

/** Opens a controller whose server responds to each call when the test says so; the operator looks at `scope()`. */
const openDeferred = async (
  first: Outcome,
  scope: () => string | null = () => null,
  ...more: Outcome[]
) => {
  const pending: { path: string; body: object; answer: (outcome: Outcome) => void }[] = [];
  const controller = createController({
    request: ((path, body) =>
      new Promise<Outcome>((answer) => pending.push({ path, body, answer }))) as Request,
    startTimer: () => () => {},
    scope,
  });
  /** Responds to the oldest pending call of a path, and waits for all that follows. */
  const answer = async (path: string, outcome: Outcome): Promise<void> => {
    const index = pending.findIndex((call) => call.path === path);
    pending.splice(index, 1)[0]?.answer(outcome);
    for (let turns = 0; turns < 20; turns++) await Promise.resolve();
  };
  const reload = controller.reload();
  for (const outcome of [first, ...more]) await answer("me", outcome);
  await reload;
  return { ...controller, pending, answer, current: () => controller.state.value };
};

test("a response after signing out does not change the message about it", async () => {
  const at = await openDeferred(success());
  at.call("items", {});
  at.signOut();
  await at.answer("sign-out", success());
  await at.answer("items", SESSION_OVER);
  expect(at.current()).toMatchObject({ reason: "You are signed out." });
});

test("a response that overtakes the sign-out does not report that the session has ended", async () => {
  const at = await openDeferred(success());
  at.call("items", {});
  at.signOut();
  await at.answer("items", SESSION_OVER);
  expect(at.current()).toMatchObject({ view: "CLIENT", busy: "sign-out" });
  await at.answer("sign-out", success());
  expect(at.current()).toMatchObject({ reason: "You are signed out." });
});

test("a response to a former session neither changes the next one nor is shown", async () => {
  const at = await openDeferred(success());
  const outcomes: unknown[] = [];
  const call = (path: string) => void at.call(path, {}).then((outcome) => outcomes.push(outcome));
  call("items");
  call("brand");
  void at.addOrigin("https://b.example");
  await at.answer("origin/allow", SESSION_OVER);
  at.signIn("client-2", "secret");
  await at.answer("session", success({ client_id: "client-2" }));
  const before = at.current();
  await at.answer("items", SESSION_OVER);
  await at.answer("brand", success({ client_id: "client-1" }));
  expect([at.current(), outcomes]).toEqual([before, []]);
  expect(before).toMatchObject({ answer: { client: { client_id: "client-2" } } });
});

test("the mode of signing in cannot be changed while a sign-in runs", async () => {
  const at = await openDeferred(SESSION_OVER);
  at.signIn("client-1", "wrong");
  at.showMode("operator");
  await at.answer("session", failure("INVALID_API_KEYS"));
  expect(at.current()).toMatchObject({ mode: "client", error: { field: "secret" } });
});

const operatorAt = (client_id: string | null): Outcome => {
  const outcome = success(client_id === null ? {} : { client_id });
  if (outcome.kind !== "success") return outcome;
  const client = client_id === null ? null : outcome.answer.client;
  return { ...outcome, answer: { ...outcome.answer, operator: true, client } };
};

test("if the operator goes to two clients in turn, the last one is shown, in either order of the responses", async () => {
  let scope: string | null = null;
  const at = await openDeferred(operatorAt(null), () => scope);
  for (scope of ["client-1", "client-2"]) at.reload();
  await at.answer("me", operatorAt("client-1"));
  expect(at.current()).toMatchObject({ view: "OPERATOR" });
  await at.answer("me", operatorAt("client-2"));
  expect(at.current()).toMatchObject({ answer: { client: { client_id: "client-2" } } });
});

test.each([
  ["went well", operatorAt("client-1")],
  ["did not", NO_ANSWER],
])(
  "a change that %s is not shown if the operator has gone to another client",
  async (_, outcome) => {
    let scope: string | null = "client-1";
    const at = await openDeferred(operatorAt(null), () => scope, operatorAt("client-1"));
    void at.removeOrigin("https://shop.example");
    scope = "client-2";
    at.reload();
    await at.answer("me", operatorAt("client-2"));
    await at.answer("origin/disallow", outcome);
    expect(at.current()).toMatchObject({
      answer: { client: { client_id: "client-2" } },
      busy: null,
      notice: null,
    });
  },
);
