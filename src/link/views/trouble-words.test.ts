import { expect, test } from "vitest";
import { en } from "../../i18n/words.fixture.ts";
import { institution } from "./events.fixture.ts";
import { troubleWords } from "./trouble-words.ts";

const text = en;
const words = (health: "HEALTHY" | "DEGRADED" | "DOWN") =>
  troubleWords(
    { institution, url: null, health, purpose: "login", fields: [], consent: null },
    text,
  );

test("an institution in trouble says so, and how bad it is; a healthy one says nothing", () => {
  expect(words("HEALTHY")).toBeNull();
  expect(words("DEGRADED")).toBe(text.degraded("A"));
  expect(words("DOWN")).toBe(text.down("A"));
});
