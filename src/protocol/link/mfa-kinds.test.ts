import { expect, test } from "vitest";
import { SITE_USERS } from "../../i18n/sandbox-bank.ts";
import { createFormConnector } from "../../server/connectors/sandbox/form-connector.fixture.ts";
import { EXIT_STATUSES } from "../exit-status.ts";
import { Challenge } from "./login-form.ts";
import { byInput, MFA_KINDS, type MfaType } from "./mfa-kinds.ts";

const TYPES = Object.keys(MFA_KINDS) as MfaType[];

/** A password of each kind, at the sandbox's institutions. */
const PASSWORDS: Record<MfaType, string> = {
  code: "mfa_code",
  device: "mfa_device",
  questions: "mfa_questions_1_1",
  selections: "mfa_selections",
};

test.each(TYPES)(
  "the sandbox asks for the kind %s, with a challenge that is valid",
  async (type) => {
    const { start, answer } = createFormConnector();
    const credentials = { username: "user_good", password: PASSWORDS[type] };
    const step = await start("ins_109508", credentials);
    if (step.at !== "challenge") throw new Error("the login has no challenge");
    expect(Challenge.parse(step.challenge)).toMatchObject({ type });
    const answers = byInput(step.challenge, {
      device: ({ devices }) => devices.slice(0, 1).map(({ id }) => id),
      code: () => ["1234"],
      text: ({ questions }) => questions.map((_, at) => `answer_0_${at}`),
      options: ({ questions }) => questions.map(({ options }) => options[0] ?? ""),
    });
    await expect(answer("ins_109508", credentials, step.progress, answers)).resolves.toBeDefined();
  },
);

test.each(TYPES)(
  "the kind %s has an exit status of its own, and a test user at the sandbox's bank",
  (type) => {
    const { exitStatus } = MFA_KINDS[type];
    expect(EXIT_STATUSES.filter((status) => status === exitStatus)).toHaveLength(1);
    expect(SITE_USERS).toContain(type);
  },
);
