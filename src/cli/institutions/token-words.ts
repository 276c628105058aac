import type { DpopDecision } from "../../server/domain/institutions/connection.ts";

/** How the tokens of a connection are sent, in words. */
export const tokenWords = ({ dpop }: Pick<DpopDecision, "dpop">): string =>
  dpop ? "bound to a key (DPoP) where its metadata offer that" : "Bearer alone, without DPoP";
