import { ConnectedByHand, CredentialByHand } from "../views/by-hand.tsx";

export { words } from "../../i18n/en/rare/by-hand.ts";

/** The views of an account that is entered by hand. */
export const views = { CONNECTED: ConnectedByHand, CREDENTIAL: CredentialByHand };
