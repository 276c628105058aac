import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import inject, { type InjectOptions } from "light-my-request";
import { onTestFinished } from "vitest";
import { bridgeEndpoints } from "../../server/bridge/index.ts";
import { digest } from "../../server/domain/identifiers.ts";
import { createApp } from "../../server/host/app.ts";
import { createLog } from "../../server/host/create-log.ts";
import { readSettings } from "../../server/host/settings/settings.ts";
import type { Assets } from "../../server/http/assets.ts";
import { storeVariables } from "../postgres/test-databases.ts";
import { testDatabases } from "./test-database.ts";

/** The page's configuration at the start of a session. */
export const linkConfig = (key: string) => ({
  clientName: "Shop",
  product: ["auth", "transactions"],
  key,
  env: "sandbox",
});

export const PAGE = "http://localhost:9999";

/** A response: its bytes, and its JSON if the body is JSON. */
type Answer = {
  status: number;
  headers: Record<string, unknown>;
  body: Record<string, unknown>;
  bytes: Uint8Array;
};

/**
 * Opens the real app on a real store in a separate folder, with a clock that the test moves. The
 * app closes `atEnd`.
 */
export const testApp = async (
  variables: Record<string, string> = {},
  folder = mkdtempSync(join(tmpdir(), "service-link-")),
  atEnd: (close: () => Promise<void>) => void = onTestFinished,
) => {
  const logLines: string[] = [];
  let now = Date.parse("2026-01-15T12:00:00Z");
  const settings = readSettings(
    { data: folder, demo: false },
    { ...(await storeVariables(folder)), ...variables },
  );
  const log = createLog("trace", { write: (line: string) => void logLines.push(line) });
  const app = await createApp(settings, {
    assets: ASSETS,
    log,
    clock: () => now,
    wallClock: () => now,
    database: await testDatabases(),
  });
  const close = async () => {
    await app.close();
    rmSync(folder, { recursive: true, force: true });
  };
  atEnd(close);
  const { client_id = "", secret = "", public_key = "" } = app.keys ?? {};

  /** Injects a request into the server, without a connection. */
  const request = async (options: InjectOptions) => {
    await app.server.ready();
    return inject((request, response) => {
      app.server.server.emit("request", request, response);
    }, options);
  };

  const post = async (
    path: string,
    body: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> => {
    const answer = await request({
      method: "POST",
      url: path,
      headers: { "content-type": "application/json", ...headers },
      payload: typeof body === "string" ? body : JSON.stringify(body),
    });
    const isJson = String(answer.headers["content-type"]).startsWith("application/json");
    return {
      status: answer.statusCode,
      headers: answer.headers,
      body: isJson ? answer.json() : {},
      bytes: answer.rawPayload,
    };
  };

  /** Calls the API with the client's keys; returns the body of a successful response. */
  const call = async (path: string, body: object = {}): Promise<Answer["body"]> => {
    const answer = await post(path, { client_id, secret, ...body });
    if (answer.status !== 200 && answer.status !== 201)
      throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };

  return {
    ...app,
    folder,
    keys: { client_id, secret, public_key },
    /** The fields that authenticate an API request. */
    credentials: { client_id, secret },
    request,
    post,
    call,
    link: async (institution_id = "ins_109508", initial_products = ["auth"], options = {}) => {
      const creation = await call("/sandbox/public_token/create", {
        institution_id,
        initial_products,
        options,
      });
      const { public_token } = creation;
      const { access_token, item_id } = await call("/item/public_token/exchange", { public_token });
      return {
        public_token: String(public_token),
        access_token: String(access_token),
        item_id: String(item_id),
      };
    },
    /**
     * Starts a Link session with the page's configuration, or with a token alone. Returns how to
     * call the bridge within the session. A frame with the secret of an earlier frame continues the
     * earlier session.
     */
    startLink: async (config: Record<string, unknown> = {}, origin = PAGE, resume?: string) => {
      const answer = await post("/bridge/session/start", {
        config: "token" in config ? config : { ...linkConfig(public_key), ...config },
        origin,
        resume,
      });
      const { session_token, link_session_id } = answer.body;
      return {
        ...answer,
        linkSessionId: String(link_session_id),
        tokenDigest: digest(String(session_token)),
        /** Calls the bridge within the session. Each submission gets a new id. */
        bridge: (path: string, body: object) =>
          post(
            `/bridge/${path}`,
            { ...(isSubmission(path) && { submission_id: randomUUID() }), ...body },
            { authorization: `Bearer ${session_token}` },
          ),
      };
    },
    logged: logLines,
    /** Runs every job due by the test's clock. Jobs run only here. */
    runJobs: () => app.worker.runDue(),
    advanceClock: (ms: number) => {
      now += ms;
    },
  };
};

const isSubmission = (path: string): boolean =>
  bridgeEndpoints.some(
    (endpoint) =>
      endpoint.path === `/bridge/${path}` && Object.hasOwn(endpoint.request.shape, "submission_id"),
  );

/** Placeholder pages; journeys test the built pages. */
const ASSETS: Assets = {
  guide: () => undefined,
  linkDocument: ({ language, theme, body, chunks }) =>
    `<html lang="${language}" data-theme="${theme}" data-chunks="${chunks}">${body}</html>`,
  styleHash: "'sha256-style'",
  scriptHashes: () => ["'sha256-script'"],
  files: new Map(),
};
