import fc from "fast-check";
import { expect, test } from "vitest";
import type { LinkError } from "../protocol/errors/errors.ts";
import { BridgeRefusal } from "./bridge-client.ts";
import type { PageRequest } from "./host.ts";
import type { MachineEvent } from "./machine/machine-event.ts";
import { ANSWERS, bank, openLink, refusal, SECRET } from "./session.fixture.ts";

const step = fc.oneof(
  fc
    .constantFrom<PageRequest>(
      { type: "open" },
      { type: "exit", force: false },
      { type: "exit", force: true },
    )
    .map((message) => ({ by: "page" as const, message })),
  fc
    .constantFrom<MachineEvent>(
      { type: "search.typed", query: "one" },
      { type: "institution.selected", institution: bank },
      { type: "credentials.submitted", credentials: { password: SECRET } },
      { type: "mfa.submitted", answers: [SECRET] },
      { type: "code.requested" },
      { type: "devices.requested" },
      { type: "consent.given" },
      { type: "captcha.started" },
      { type: "network.lost" },
      { type: "network.back" },
      { type: "accounts.submitted" },
      { type: "next.requested" },
      { type: "back.requested" },
      { type: "exit.requested" },
    )
    .map((event) => ({ by: "user" as const, event })),
  fc.record({
    by: fc.constant("bridge" as const),
    name: fc.constantFrom(...Object.keys(ANSWERS)),
    refused: fc.constantFrom<null | LinkError["error_code"]>(
      null,
      null,
      "INVALID_CREDENTIALS",
      "RECAPTCHA_REQUIRED",
      "INSTITUTION_DOWN",
      "INVALID_SEND_METHOD",
    ),
  }),
  fc.integer({ min: -1000, max: 10_000 }).map((ms) => ({ by: "time" as const, ms })),
);

test("any session sends OPEN first, ends with one callback after its event, keeps one id, and has ascending timestamps", async () => {
  const token = fc.constantFrom({}, { token: "public-1" }, { token: "link-1" });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), token, async (steps, config) => {
      const { messages, page, send, answer, refuse, advanceClock, openings } = openLink(config);
      for (const step of steps) {
        if (step.by === "page") {
          page(step.message);
          const isOpening = messages.findLast(({ type }) => type !== "ready")?.type === "event";
          if (step.message.type === "open") expect(isOpening).toBe(true);
        } else if (step.by === "user") send(step.event);
        else if (step.by === "time") advanceClock(step.ms);
        else if (step.refused)
          await refuse(step.name, new BridgeRefusal({ ...refusal, error_code: step.refused }));
        else await answer(step.name, ANSWERS[step.name]);
      }
      let open = false;
      let view = "";
      let last = "";
      let event = "";
      let id: unknown;
      const ids = openings.map(({ link_session_id }) => link_session_id);
      for (const message of messages) {
        if (message.type === "event") {
          if (message.name === "OPEN") {
            expect(open).toBe(false);
            open = true;
            view = "";
            id = message.metadata.link_session_id;
            expect(ids).toContain(id);
          }
          event = message.name;
          expect(open).toBe(true);
          for (const value of Object.values(message.metadata)) expect(value).toMatch(/./);
          expect(message.metadata.link_session_id).toBe(id);
          if (message.name === "TRANSITION_VIEW") {
            expect(message.metadata.view_name).not.toBe(view);
            view = message.metadata.view_name ?? "";
          }
          expect(message.metadata.timestamp >= last).toBe(true);
          last = message.metadata.timestamp;
        } else if (message.type === "success" || message.type === "exit") {
          expect(open).toBe(true);
          expect(event).toBe(message.type === "success" ? "HANDOFF" : "EXIT");
          expect(message.metadata.link_session_id).toBe(id);
          open = false;
        } else if (message.type === "refused") {
          if (open) expect(event).toBe("EXIT");
          open = false;
        } else expect(message.type).toBe("ready");
      }
      expect(JSON.stringify(messages)).not.toContain(SECRET);
    }),
    { numRuns: 1000 },
  );
});
