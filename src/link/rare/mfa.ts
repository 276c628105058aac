import { Mfa } from "../views/mfa.tsx";

export { words } from "../../i18n/en/rare/mfa.ts";

/** The view of a second factor, which users of many institutions never meet. */
export const views = { MFA: Mfa };
