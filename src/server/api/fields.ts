import { z } from "zod";
import { COUNTRY_CODES } from "../../protocol/vocabulary.ts";

/** Any token, as a field of a request; whether it is one is for the handler to say. */
export const Token = z.string().min(1).max(200);

/** A URL that webhooks are sent to. */
export const WebhookUrl = z.url({ protocol: /^https?$/ }).max(2000);

/** The countries to look in; required, without a default. */
export const CountryCodes = z.array(z.enum(COUNTRY_CODES)).min(1).max(COUNTRY_CODES.length);

/** Narrows an answer to some of an Item's accounts. */
export const AccountIds = z.array(z.string().min(1).max(100)).min(1).max(100);
