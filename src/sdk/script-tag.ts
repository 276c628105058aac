import type { Config, Handler, Service } from "./config-type.ts";

/**
 * Connects a page without a script of its own, by the attributes of Link's script tag: a click on
 * `data-button` opens Link, or `data-element` shows the list of institutions. Both send the DOM
 * events `success`, `exit` and `event`, which do not bubble. In a form, a success that the page does
 * not cancel puts the public token into it and submits it.
 */
export const connectTag = (script: HTMLScriptElement, service: Service): void => {
  if (document.readyState === "loading") {
    document.addEventListener("DOMContentLoaded", () => connectTag(script, service));
    return;
  }
  const { token, button, element, language, theme } = script.dataset;
  const place = find(element ?? button);
  if (!token || !place) {
    const fault = token
      ? "data-button, or data-element, must be a selector of an element of the page, like #connect"
      : "data-token is empty, and must be a link token";
    console.error(`Service Link: ${fault}`);
    return;
  }

  const send = (name: string, detail: object): boolean =>
    place.dispatchEvent(new CustomEvent(name, { detail, cancelable: true }));
  const config = {
    token,
    language,
    theme,
    onSuccess(publicToken, metadata) {
      const form = place.closest("form");
      if (send("success", { publicToken, metadata }) && form) submit(form, publicToken);
    },
    onExit: (error, metadata) => send("exit", { error, metadata }),
    onEvent: (name: string, metadata: unknown) => send("event", { name, metadata }),
  } as Config;

  if (element !== undefined) {
    service.createEmbedded(config, place);
    return;
  }
  const handler: Handler = service.create(config);
  place.addEventListener("click", (event) => {
    event.preventDefault();
    handler.open();
  });
};

const find = (selector: string | undefined): Element | null => {
  try {
    return document.querySelector(selector ?? "");
  } catch {
    return null;
  }
};

/** Submits a form with the public token, as the field `public_token`. */
const submit = (form: HTMLFormElement, value: string): void => {
  const input =
    form.querySelector<HTMLInputElement>("input[name=public_token]") ??
    document.createElement("input");
  Object.assign(input, { type: "hidden", name: "public_token", value });
  form.append(input);
  form.requestSubmit();
};
