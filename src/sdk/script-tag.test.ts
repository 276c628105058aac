// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from "vitest";
import { createFakeLink } from "../testing/kit/fake-link.ts";
import { connectTag } from "./script-tag.ts";

afterEach(() => vi.restoreAllMocks());

/** Connects a tag with these attributes in a page with a form; the fake Link stands for the user. */
const connect = (attributes: Record<string, string>, readyState = "complete") => {
  document.body.innerHTML = '<form><button id="connect"></button><div id="here"></div></form>';
  const errors = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const state = vi.spyOn(document, "readyState", "get");
  state.mockReturnValue(readyState as DocumentReadyState);
  const script = document.createElement("script");
  Object.assign(script.dataset, attributes);
  const link = createFakeLink();
  connectTag(script, link);
  state.mockReturnValue("complete");
  const form = document.querySelector("form") as HTMLFormElement;
  const submitted = vi.spyOn(form, "requestSubmit").mockImplementation(() => undefined);
  const button = form.querySelector("button") as HTMLButtonElement;
  return { link, form, button, submitted, errors };
};

test("a success puts the public token into the form once, and submits it", () => {
  const { link, form, button, submitted } = connect({ token: "link-1", button: "#connect" });
  for (const token of ["public-1", "public-2"]) {
    button.click();
    link.handler.succeed(token);
  }
  expect(new FormData(form).getAll("public_token")).toEqual(["public-2"]);
  expect(submitted).toHaveBeenCalledTimes(2);
});

test("a success that the page cancels changes no form", () => {
  const { link, form, button, submitted } = connect({ token: "link-1", button: "#connect" });
  button.addEventListener("success", (event) => event.preventDefault());
  button.click();
  link.handler.succeed();
  expect([new FormData(form).has("public_token"), submitted.mock.calls]).toEqual([false, []]);
});

test("a tag in the head waits for the document, and passes on language and theme", () => {
  const { link } = connect(
    { token: "link-1", element: "#here", language: "fr", theme: "dark", other: "x" },
    "loading",
  );
  expect(link.handlers).toHaveLength(0);
  document.dispatchEvent(new Event("DOMContentLoaded"));
  const { onSuccess: _, onExit: _e, onEvent: _v, ...config } = link.handler.config;
  expect(config).toEqual({
    origin: "https://link.example",
    token: "link-1",
    language: "fr",
    theme: "dark",
  });
});

test.each([
  [{ token: "", button: "#connect" }, "data-token is empty, and must be a link token"],
  [{ token: "link-1" }, "data-button, or data-element, must be a selector"],
  [{ token: "link-1", button: "#nothing" }, "data-button, or data-element, must be a selector"],
  [{ token: "link-1", element: "###" }, "data-button, or data-element, must be a selector"],
])("a tag with %o is an error in the console, and creates nothing", (attributes, sentence) => {
  const { link, errors } = connect(attributes as unknown as Record<string, string>);
  expect(errors).toHaveBeenCalledExactlyOnceWith(expect.stringContaining(sentence));
  expect(link.handlers).toHaveLength(0);
});
