import { ERRORS, type ErrorCode } from "../../../protocol/errors.ts";

/** The codes that an institution of the sandbox can be made to answer a login with. */
export const LOGIN_ERRORS: readonly ErrorCode[] = (Object.keys(ERRORS) as ErrorCode[]).filter(
  (code) =>
    ["ITEM_ERROR", "INSTITUTION_ERROR", "RECAPTCHA_ERROR"].includes(ERRORS[code].type) ||
    code === "INTERNAL_SERVER_ERROR" ||
    code === "INVALID_LINK_TOKEN",
);
