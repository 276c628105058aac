import type { Config, EmbeddedHandler, Handler } from "./config-type.ts";
import { embedSearch } from "./embedded.ts";
import { create as createInPage } from "./index.ts";

export type { Config, EmbeddedHandler, Handler, Service } from "./config-type.ts";
export type { ErrorCode } from "./error-code.ts";
export type { EventMetadata, EventName, LinkEvent, OnEvent } from "./event-types.ts";
export type * from "./types.ts";

/**
 * Prepares Link: it loads out of sight when the page is idle, so that `open` shows it at once.
 * Throws one TypeError that names every missing or wrongly typed field of the config, or an Error
 * if there is no page, as on a server.
 */
export const create = (config: Config): Handler => {
  requirePage("create");
  return createInPage(config);
};

/**
 * Shows Link's list of institutions in an element of the page; the rest opens in Link's window once
 * the user has chosen. Throws as `create` does, or if there is no element.
 */
export const createEmbedded = (config: Config, element: Element): EmbeddedHandler => {
  requirePage("createEmbedded");
  if (element?.nodeType !== 1) throw new TypeError("Service.createEmbedded: element is missing");
  return createInPage(config, (...parts) => embedSearch(element, ...parts));
};

const requirePage = (name: string): void => {
  if (typeof document === "undefined")
    throw new Error(
      `Service.${name}: there is no page here; call it in the browser, e.g. in an effect or a click`,
    );
};
