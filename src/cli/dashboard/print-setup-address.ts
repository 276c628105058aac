import { randomBytes } from "node:crypto";
import { newSetupCode, SETUP_CODE_MS, setupPath } from "../../server/domain/dashboard/operator.ts";
import { withClientStore } from "../clients/client-store.ts";
import type { Context } from "../context.ts";
import { runningUrl } from "../open-existing-store.ts";
import { operator } from "../operator.ts";

/** Creates a setup code and prints its address; earlier codes stay valid. */
export const printSetupAddress = (
  data: string,
  { variables, out, clock }: Context,
): Promise<void> =>
  withClientStore(data, variables, async (store, settings) => {
    const code = await store.transact(async (transaction) => {
      const parts = { store: transaction, clock, random: randomBytes };
      const record = { action: "operator.create_setup_code", subject: "operator" } as const;
      await transaction.audit.append({ at: clock(), actor: operator(), ...record });
      return newSetupCode(SETUP_CODE_MS.command, parts);
    });
    const origin = await runningUrl(settings, store);
    out(
      `${origin}${setupPath(code)}\n\nOpen it within an hour to set the operator's password. It works once; ` +
        "if the server has another address, put that in front of the path.\n",
    );
  });
