import { digest } from "../../domain/identifiers.ts";
import { visitPurpose } from "../../domain/institutions/institution-check.ts";
import type { Services } from "../../domain/services.ts";

/**
 * Takes what comes back to the check of an institution, once, by the state that the check alone has given
 * out; false where no check waits for it. Its worker goes on with it, whichever server that runs on.
 */
export const takeCheckReturn = (
  { store, vault }: Pick<Services, "store" | "vault">,
  state: string,
  parameters: Readonly<Record<string, string>>,
): Promise<boolean> =>
  store.institutionChecks.takeReturn(digest(state), (institutionId) =>
    vault.seal(
      visitPurpose(institutionId),
      new URLSearchParams({ ...parameters, state }).toString(),
    ),
  );
