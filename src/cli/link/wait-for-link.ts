import encodeQR from "qr";
import { z } from "zod";
import { wait } from "../../server/adapters/timers.ts";
import { SettingsError } from "../../server/host/settings/settings.ts";
import type { Context } from "../context.ts";
import { callServer, postToServer, readResult, runningServer } from "../running-server.ts";

type Options = {
  data: string;
  clientName: string;
  products: string;
  country: string;
  language: string;
  institution: string;
  lifetime: string;
  json: boolean;
};

/** Interval between requests for the user's progress, in ms. */
const ASK_EVERY_MS = 1000;

const Created = z.object({ link_token: z.string(), hosted_link_url: z.string() });
const Progress = z.object({
  link_sessions: z.array(
    z.object({
      finished_at: z.string().nullable(),
      step: z.string(),
      results: z
        .object({ item_add_results: z.array(z.object({ public_token: z.string() })) })
        .optional(),
    }),
  ),
});

type Session = z.infer<typeof Progress>["link_sessions"][number];

/** The text for the step that a user has reached. */
const STEPS: Readonly<Record<string, string>> = {
  institution: "The user chooses an institution",
  credentials: "The user signs in",
  mfa: "The user confirms the sign-in",
  accounts: "The user chooses accounts",
  connected: "The bank is connected",
};

/**
 * Prints the address of a hosted link. Waits until an account is connected, the link ends, or
 * Ctrl+C.
 */
export const waitForLink = async (options: Options, context: Context): Promise<void> => {
  const { out, clock } = context;
  const stop = context.stopSignal();
  const server = await runningServer(options.data, context);
  const { link_token, hosted_link_url } = Created.parse(
    await callServer(server, "/link/token/create", toFields(options)),
  );
  const end = clock() + Number(options.lifetime) * 1000;
  if (options.json) out(`${JSON.stringify({ hosted_link_url, link_token })}\n`);
  else out(`${qrCode(hosted_link_url, context)}\n${hosted_link_url}\n\n`);
  let told = "";
  while (!stop.aborted) {
    const response = await postToServer(server, "/link/token/get", { link_token });
    // A restarting server keeps the link, so the command continues to wait.
    const progress = response instanceof Response ? await readResult(server, response) : null;
    const session = progress === null ? null : Progress.parse(progress).link_sessions[0];
    const token = session?.results?.item_add_results[0]?.public_token;
    if (token !== undefined) {
      out(options.json ? `${JSON.stringify({ public_token: token })}\n` : `Connected: ${token}\n`);
      return;
    }
    if (clock() >= end)
      throw new SettingsError("no account was connected before the address ended");
    const step =
      progress !== null ? describeStep(session) : `Waiting for the server at ${server.url}`;
    if (!options.json && step !== told) out(`${step} …\n`);
    told = step;
    await wait(ASK_EVERY_MS, stop);
  }
};

function describeStep(session: Session | null | undefined): string {
  if (!session) return "Waiting for the address to be opened";
  if (session.finished_at !== null && session.step !== "connected")
    return "The user has left; the address can be opened again";
  return STEPS[session.step] ?? "The user is at their institution";
}

function toFields(options: Options): object {
  const lifetime = Number(options.lifetime);
  if (!Number.isInteger(lifetime) || lifetime < 60)
    throw new SettingsError(
      `--lifetime must be a number of seconds, 60 or more, not ${options.lifetime}`,
    );
  return {
    client_name: options.clientName,
    language: options.language,
    country_codes: parseList(options.country),
    products: parseList(options.products),
    user: { client_user_id: "command-line" },
    hosted_link: { url_lifetime_seconds: lifetime },
    ...(options.institution !== "" && { institution_id: options.institution }),
  };
}

const parseList = (text: string): string[] => text.split(",").map((part) => part.trim());

/**
 * A QR code with two modules per character. Without colours, the code is for dark text on a light
 * background.
 */
const qrCode = (address: string, { hasColors }: Context): string =>
  encodeQR(address, hasColors ? "term" : "ascii", { ecc: "low", border: 2 });
