import { writeFileSync } from "node:fs";
import { SettingsError } from "../../server/host/settings/settings.ts";
import { resultsOf } from "../../server/institutions/conformance/check.ts";
import type { SignInPrompt } from "../../server/institutions/conformance/check-session.ts";
import { CHECKS } from "../../server/institutions/conformance/checks/index.ts";
import { gather } from "../../server/institutions/conformance/gather.ts";
import { createCall, textOf } from "../../server/institutions/conformance/reply.ts";
import type { Context } from "../context.ts";
import { fetchWithTls } from "./fetch-with-tls.ts";
import { type CheckOptions, readOptions } from "./read-options.ts";
import { checkReport } from "./report.ts";
import { listenForReturn } from "./wait-for-return.ts";

/** Checks an institution and prints the results; throws a SettingsError if an option is wrong. */
export const printCheck = async (
  issuer: string,
  options: CheckOptions,
  context: Context,
): Promise<void> => {
  const { fileToken, waitMs, timeoutMs, redirectUri, tls, ...read } = await readOptions(
    issuer,
    options,
    context.clock(),
  );
  const listener = fileToken === null ? await listen(redirectUri) : null;
  const { clock, err, out, columns, hasColors } = context;
  const stop = context.stopSignal();
  let step = "sign-in";
  const promptSignIn: SignInPrompt = async (address) => {
    err.write(`\n${PROMPTS[step]}\n\n  ${new URL(address).href}\n\n`);
    return (await listener?.next(waitMs, stop)) ?? null;
  };
  try {
    const observations = await gather(
      {
        ...read,
        redirectUri: listener?.redirectUri ?? redirectUri,
        call: createCall({ send: fetchWithTls(tls), timeoutMs, clock }),
        hasCertificate: tls?.certificate !== undefined,
        clock,
        promptSignIn,
        signIns: options.once ? 1 : 4,
        enter: async (begun) => {
          step = begun;
        },
      },
      fileToken,
    );
    const next = textOf(observations.refresh?.body, "refresh_token");
    if (options.refreshTokenFile !== undefined && next !== undefined)
      writeFileSync(options.refreshTokenFile, `${next}\n`, { mode: 0o600 });
    if (observations.cancelled?.response?.has("code"))
      err.write("The last sign-in was shared: what happens on Cancel was not looked at.\n");
    const results = resultsOf(CHECKS, observations);
    const { tokens } = observations;
    out(
      options.json
        ? `${JSON.stringify({ issuer, tokens, results }, null, 2)}\n`
        : checkReport(issuer, results, { tokens, columns, hasColors }),
    );
    const failures = results.filter(({ outcome }) => outcome === "failed").length;
    if (failures > 0)
      throw new SettingsError(
        `${failures === 1 ? "one thing is" : `${failures} things are`} wrong at ${issuer}`,
      );
  } finally {
    await listener?.close();
  }
};

/** The texts above an authorization address, by the step of the check: an institution may leave one out. */
const PROMPTS: Readonly<Record<string, string>> = {
  "sign-in": "Open this address, sign in, and share everything:",
  "second-sign-in": "Once more, please: this time the code is used twice.",
  "third-sign-in": "Again, please: these tokens are revoked.",
  "cancelled-sign-in": "And a last time, please: this time press Cancel there, and share nothing:",
};

const listen = (redirectUri: string) =>
  listenForReturn(redirectUri).catch((cause: unknown) => {
    throw new SettingsError(`${redirectUri} cannot be listened at`, {
      advice: "stop what has the port, or register another --redirect-uri",
      cause,
    });
  });
