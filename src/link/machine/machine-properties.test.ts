import fc from "fast-check";
import { expect, test } from "vitest";
import { firstRows } from "./fixtures/eager-transitions.fixture.ts";
import { exitRows } from "./fixtures/exits.fixture.ts";
import { formRows } from "./fixtures/form-transitions.fixture.ts";
import { multiItemRows } from "./fixtures/multi-item.fixture.ts";
import { oauthRows } from "./fixtures/oauth-transitions.fixture.ts";
import { refusalRows } from "./fixtures/refusals.fixture.ts";
import { stateDiagram } from "./fixtures/state-diagram.fixture.ts";
import { closedState, code, credential } from "./fixtures/states.fixture.ts";
import type { MachineEvent } from "./machine-event.ts";
import { type State, viewOf } from "./states.ts";
import { transition } from "./transition.ts";
import { transitionTable } from "./transition-table.ts";

const rows = [
  ...firstRows,
  ...formRows,
  ...oauthRows,
  ...refusalRows,
  ...exitRows,
  ...multiItemRows,
];
const anyEvent: fc.Arbitrary<MachineEvent> = fc.constantFrom(...rows.map(([, event]) => event));

test("Link ends once after any events, and emits nothing after that", () => {
  fc.assert(
    fc.property(fc.array(anyEvent, { maxLength: 40 }), (events) => {
      let state: State = closedState;
      let openings = 0;
      let endings = 0;
      for (const event of events) {
        const [next, ...effects] = transition(transitionTable, state, event);
        const names = effects.flatMap((effect) =>
          effect.do === "emit" ? [effect.event.name] : [],
        );
        if (names.includes("OPEN")) openings++;
        const ends = effects.filter((effect) => effect.do === "exit" || effect.do === "succeed");
        endings += ends.length;
        // With a connected Item, Link ends with the Item's handover.
        const hasItem = state.name !== "CLOSED" && !!state.several?.last;
        expect(hasItem && ends.some((effect) => effect.do === "exit")).toBe(false);
        expect(ends.length > 0).toBe(state.name !== "CLOSED" && next.name === "CLOSED");
        expect(openings - endings).toBe(next.name === "CLOSED" ? 0 : 1);
        state = next;
      }
    }),
  );
});

test("credentials and answers are in no event, and only in states that send them or wait for a captcha", () => {
  fc.assert(
    fc.property(fc.array(anyEvent, { maxLength: 40 }), (events) => {
      const secret = "correct-horse-battery-staple";
      let state: State = credential;
      const submissions: MachineEvent[] = [
        { type: "credentials.submitted", credentials: { password: secret } },
        { type: "mfa.required", challenge: code },
        { type: "mfa.submitted", answers: [secret] },
      ];
      for (const event of [...submissions, ...events]) {
        const [next, ...effects] = transition(transitionTable, state, event);
        const outward = effects.filter(
          (effect) => effect.do !== "submitCredentials" && effect.do !== "submitMfa",
        );
        const view = viewOf(next.name === "EXIT" ? next.from : next);
        const mayHold = view === "LOADING" || view === "RECAPTCHA";
        expect(JSON.stringify([mayHold || next, outward])).not.toContain(secret);
        state = next;
      }
    }),
  );
});

test("the state diagram shows every transition", async () => {
  const transitions = rows.flatMap(([state]) =>
    rows.map(([, event]) => {
      const [next] = transition(transitionTable, state, event);
      return { from: state.name, event: event.type, to: next.name };
    }),
  );
  await expect(stateDiagram(transitions)).toMatchFileSnapshot("state-diagram.md");
});
