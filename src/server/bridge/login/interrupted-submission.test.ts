import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { SubmitMfaRequest } from "../../../protocol/link/bridge.ts";
import { testApp } from "../../../testing/test-app/test-app.ts";
import type { Services } from "../../domain/services.ts";
import type { BridgeEndpoint } from "../endpoint.ts";
import { runIdempotently } from "./idempotent-submission.ts";
import { submitMfa } from "./submit-mfa.ts";

const AWAY = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });

/** A session with a submission whose first attempts fail with the store's failure. */
const failing = async (failures: number) => {
  const app = await testApp();
  const link = await app.startLink();
  await link.bridge("institution/select", { institution_id: "ins_109508" });
  let calls = 0;
  const endpoint: Extract<BridgeEndpoint, { access: "submission" }> = {
    path: "/bridge/mfa/submit",
    access: "submission",
    request: SubmitMfaRequest,
    response: submitMfa.response,
    async handle(_, { session }) {
      if (++calls <= failures) throw AWAY;
      return { answer: { calls }, move: { step: session.step } };
    },
  };
  const { sessions } = app.services.store;
  const pauses: (() => void)[] = [];
  let isAway = false;
  const services: Services = {
    ...app.services,
    isStoreFailure: (failure) => failure === AWAY,
    // During the store's outage, time passes only at the test's command.
    pause: () =>
      new Promise((resolve) => {
        if (isAway) pauses.push(resolve);
        else setImmediate(resolve);
      }),
    store: {
      ...app.services.store,
      sessions: {
        ...sessions,
        renewClaim: async (...claim) => {
          if (isAway) throw AWAY;
          await sessions.renewClaim(...claim);
        },
      },
    },
  };
  const body = { submission_id: randomUUID(), answers: ["1"] };
  const token = String(link.body.session_token);
  return {
    submit: () => runIdempotently(endpoint, body, token, services),
    setAway: (is: boolean) => {
      isAway = is;
    },
    endPause: () => {
      for (const resolve of pauses.splice(0)) resolve();
    },
    lease: async () => {
      const session = await sessions.byTokenDigest(link.tokenDigest);
      return session && (await sessions.submission(session));
    },
    clock: app.services.clock,
  };
};

test("a submission that lost the store is run again by its retry, which does not wait for the lease", async () => {
  const { submit } = await failing(2);
  await expect(submit()).rejects.toBe(AWAY);
  await expect(submit()).rejects.toBe(AWAY);
  expect(await submit()).toEqual({ calls: 3 });
  expect(await submit()).toEqual({ calls: 3 });
});

test("the lease is returned once the store is back", async () => {
  const { submit, setAway, endPause, lease, clock } = await failing(1);
  setAway(true);
  await expect(submit()).rejects.toBe(AWAY);
  const isLeased = async () => Number((await lease())?.until) > clock();
  expect(await isLeased()).toBe(true);
  setAway(false);
  endPause();
  await expect.poll(isLeased).toBe(false);
  expect(await submit()).toEqual({ calls: 2 });
});
