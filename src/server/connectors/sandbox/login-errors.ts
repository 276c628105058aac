import { ERRORS, type ErrorCode } from "../../../protocol/errors/errors.ts";

/** The error codes with which a sandbox institution can refuse a login. */
export const LOGIN_ERRORS: readonly ErrorCode[] = (Object.keys(ERRORS) as ErrorCode[]).filter(
  (code) =>
    ["ITEM_ERROR", "INSTITUTION_ERROR", "RECAPTCHA_ERROR"].includes(ERRORS[code].type) ||
    code === "INTERNAL_SERVER_ERROR" ||
    code === "INVALID_LINK_TOKEN",
);
