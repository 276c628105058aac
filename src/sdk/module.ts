import type { Config, Handler } from "./config-type.ts";
import { create as createInPage } from "./index.ts";

export type { Config, Handler, Service } from "./config-type.ts";
export type { ErrorCode } from "./error-code.ts";
export type { EventMetadata, EventName, LinkEvent, OnEvent } from "./event-types.ts";
export type * from "./types.ts";

/**
 * Prepares Link: it loads out of sight when the page is idle, so that `open` shows it at once.
 * Throws one TypeError that names every missing or wrongly typed field of the config, or an Error
 * if there is no page, as on a server.
 */
export const create = (config: Config): Handler => {
  if (typeof document === "undefined")
    throw new Error(
      "Service.create: there is no page here; call it in the browser, e.g. in an effect or a click",
    );
  return createInPage(config);
};
