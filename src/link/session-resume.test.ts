import { expect, test } from "vitest";
import { bank, form, openLink, preview, session } from "./session.fixture.ts";

test("a session started by a token begins at the token's view", async () => {
  const { page, state, names, answer } = openLink({ token: "link-sandbox-x" });
  page({ type: "open" });
  expect(state()).toMatchObject({ name: "LOADING.start" });
  await answer("start", { ...session("one"), update: true, resume_point: { at: "form", form } });
  expect(state()).toMatchObject({ name: "CREDENTIAL", update: true });
  expect(names()).toEqual(["ready", "OPEN", "LOADING", "CREDENTIAL"]);
});

test("a link token prepared before Link is opened shows its list at once", async () => {
  const { page, names, state, answer } = openLink({ token: "link-sandbox-x" });
  const other = { ...bank, institution_id: "ins_2" };
  await answer("prepare", { ...preview, institutions: [other], at_list: true });
  page({ type: "open" });
  expect(state()).toMatchObject({ institutions: [other] });
  await answer("start", session("one"));
  expect(names()).toEqual(["ready", "OPEN", "SELECT_INSTITUTION"]);
});

test("a session that another window has continued leaves the list for its current view", async () => {
  for (const at_list of [true, false]) {
    const { page, names, answer } = openLink({ token: "link-sandbox-x" });
    await answer("prepare", { ...preview, at_list });
    page({ type: "open" });
    await answer("start", { ...session("one"), resume_point: { at: "form", form } });
    expect(names()).toEqual([
      "ready",
      "OPEN",
      at_list ? "SELECT_INSTITUTION" : "LOADING",
      "CREDENTIAL",
    ]);
  }
});
