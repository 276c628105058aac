import { nodeProblem } from "../../cli/node-version.ts";

export type RunningSandbox = {
  url: string;
  keys: { clientId: string; secret: string; publicKey: string };
  clock: { now(): number; set(time: number): void; moved(): void };
  runJobs(): Promise<number>;
  reset(): Promise<void>;
  stop(): Promise<void>;
};

/** The options of `startService`. */
export type ServiceOptions = {
  /** The seed of ids, tokens and keys. Default: each start draws new ids, tokens and keys. */
  seed?: string | number | undefined;
  /**
   * The time at which the service's clock stops until the test moves the clock. Default: the clock
   * runs with this machine's clock.
   */
  now?: Date | string | number | undefined;
  /** With `manual`, jobs run only in `runJobs` and when the clock moves; default `auto`. */
  jobs?: "auto" | "manual" | undefined;
  /**
   * Further origins whose pages may show Link, such as `https://shop.test`. This machine's origins
   * are always allowed.
   */
  origins?: readonly string[] | undefined;
  /**
   * Further pages to which users return from their institution. This machine's pages are always
   * allowed.
   */
  redirectUris?: readonly string[] | undefined;
  /** Settings of the server, such as `{ SERVICE_BRAND: "Acme", RATE_LIMITS: "on" }`. */
  variables?: Readonly<Record<string, string>> | undefined;
  /** Receives each line of the server's log, as JSON; default: there is no log. */
  log?: ((line: string) => void) | undefined;
};

/** A time span: the sum of its fields. */
export type Duration = {
  days?: number;
  hours?: number;
  minutes?: number;
  seconds?: number;
};

/** The clock of a service. */
export type Clock = {
  now(): Date;
  /** Moves the clock forward. Resolves when all jobs due by then have run. */
  advance(duration: Duration | number): Promise<void>;
  /** Sets the clock to an earlier or later time. Resolves when all jobs due by then have run. */
  set(time: Date | string | number): Promise<void>;
};

/** The fields of `createLinkToken` with defaults, and any other field of `/link/token/create`. */
export type LinkTokenFields = {
  client_name?: string;
  language?: string;
  country_codes?: readonly string[];
  products?: readonly string[];
  user?: Record<string, unknown>;
  [field: string]: unknown;
};

/** An Item that was linked without a browser. */
export type LinkItemOptions = {
  /** Default First Platypus Bank, `ins_109508`. */
  institution?: string;
  /** Default `["auth", "transactions"]`. */
  products?: readonly string[];
  /** A user of the sandbox, such as `user_transactions_dynamic`; default `user_good`. */
  user?: string;
  password?: string;
  /** The address for webhooks about the Item. */
  webhook?: string;
};

/** A response of the API; its fields are in the reference. */
// biome-ignore lint/suspicious/noExplicitAny: a test reads the fields that it knows from the reference.
export type ApiResponse = Record<string, any>;

/** A sandbox in this process. */
export type Service = {
  /** The address of the API and of Link, such as `http://localhost:41234`. */
  readonly url: string;
  readonly clientId: string;
  readonly secret: string;
  readonly publicKey: string;
  readonly clock: Clock;
  /** Calls the API with the client's keys. Throws a `ServiceError` if the API refuses the call. */
  call(path: string, body?: object, headers?: Record<string, string>): Promise<ApiResponse>;
  /** Creates a link token; `user`, `products` and the rest have defaults. */
  createLinkToken(fields?: LinkTokenFields): Promise<string>;
  /** Links an Item without a browser, and pulls its transactions. */
  linkItem(options?: LinkItemOptions): Promise<{ accessToken: string; itemId: string }>;
  /** Resolves when all due jobs have run, such as pulls of transactions and webhooks. */
  runJobs(): Promise<void>;
  /**
   * Resets store and clock to the state after the start. The address and the keys stay the same.
   */
  reset(): Promise<void>;
  /** Stops the service and deletes its data. Further calls do nothing. */
  stop(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
};

/** A refusal of the API. */
export class ServiceError extends Error {
  override name = "ServiceError";
  readonly status: number;
  readonly error_type: string;
  readonly error_code: string;
  readonly request_id: string;

  constructor(path: string, status: number, body: ApiResponse) {
    super(`${path}: ${body.error_code}: ${body.error_message}`);
    this.status = status;
    this.error_type = String(body.error_type);
    this.error_code = String(body.error_code);
    this.request_id = String(body.request_id);
  }
}

const FIRST_PLATYPUS_BANK = "ins_109508";

/**
 * Starts a sandbox in this process, with a free port and a separate store. Requires the package
 * `@service-link/server`.
 */
export const startService = async (options: ServiceOptions = {}): Promise<Service> => {
  checkOptions(options);
  const now = options.now === undefined ? undefined : toTime("startService: now", options.now);
  const { start } = await loadServer();
  const service = await start({
    seed: options.seed === undefined ? crypto.randomUUID() : String(options.seed),
    now,
    jobs: options.jobs ?? "auto",
    origins: options.origins ?? [],
    redirectUris: options.redirectUris ?? [],
    variables: options.variables ?? {},
    log: options.log,
  });
  return serviceOver(service);
};

type Server = { start(options: object): Promise<RunningSandbox> };

async function loadServer(): Promise<Server> {
  // The store's native code ends an older Node without a message.
  const problem = nodeProblem(process.versions.node);
  if (problem !== null) throw new Error(`startService ${problem}`);
  // Hides the name from bundlers, since most applications do not install the package.
  const name = "@service-link/server/testing";
  try {
    return await import(/* @vite-ignore */ name);
  } catch (cause) {
    if (/^ERR_VM_DYNAMIC_IMPORT_CALLBACK_MISSING/.test(String(Object(cause).code)))
      throw new Error(
        "startService imports ES modules, for which Jest needs NODE_OPTIONS=--experimental-vm-modules",
        { cause },
      );
    if (!/^ERR_MODULE_NOT_FOUND|MODULE_NOT_FOUND$/.test(String(Object(cause).code))) throw cause;
    throw new Error(
      "startService needs the package @service-link/server: npm install --save-dev @service-link/server",
      { cause },
    );
  }
}

const OPTIONS = ["seed", "now", "jobs", "origins", "redirectUris", "variables", "log"];

function checkOptions(options: ServiceOptions): void {
  const unknown = Object.keys(options).find((name) => !OPTIONS.includes(name));
  if (unknown !== undefined)
    throw new TypeError(`startService: ${unknown} is unknown; there are ${OPTIONS.join(", ")}`);
  if (options.jobs !== undefined && options.jobs !== "auto" && options.jobs !== "manual")
    throw new TypeError('startService: jobs must be "auto" or "manual"');
}

/** Wraps a server in the calls that tests make. */
export const serviceOver = (service: RunningSandbox): Service => {
  const { url, keys } = service;
  let stopped: Promise<void> | undefined;

  const call: Service["call"] = async (path, body = {}, headers = {}) => {
    const response = await fetch(`${url}${path}`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "service-client-id": keys.clientId,
        "service-secret": keys.secret,
        ...headers,
      },
      body: JSON.stringify(body),
    });
    const result: ApiResponse = await response.json();
    if (!response.ok) throw new ServiceError(path, response.status, result);
    return result;
  };

  const runJobs = async () => {
    await service.runJobs();
  };

  const setTime = async (time: number) => {
    service.clock.set(time);
    service.clock.moved();
    await runJobs();
  };

  const stop = () => {
    stopped ??= service.stop();
    return stopped;
  };

  return {
    url,
    ...keys,
    clock: {
      now: () => new Date(service.clock.now()),
      advance: async (duration) => setTime(service.clock.now() + millisecondsOf(duration)),
      set: async (time) => setTime(toTime("clock.set", time)),
    },
    call,
    createLinkToken: async (fields = {}) => {
      const { link_token } = await call("/link/token/create", {
        client_name: "Test",
        language: "en",
        country_codes: ["US"],
        user: { client_user_id: "user-1" },
        ...(fields.access_token === undefined && { products: ["auth", "transactions"] }),
        ...fields,
      });
      return link_token;
    },
    linkItem: async ({ institution, products, user, password, webhook } = {}) => {
      const { public_token } = await call("/sandbox/public_token/create", {
        institution_id: institution ?? FIRST_PLATYPUS_BANK,
        initial_products: products ?? ["auth", "transactions"],
        options: {
          ...(user !== undefined && { override_username: user }),
          ...(password !== undefined && { override_password: password }),
          ...(webhook !== undefined && { webhook }),
        },
      });
      const { access_token, item_id } = await call("/item/public_token/exchange", { public_token });
      await runJobs();
      return { accessToken: access_token, itemId: item_id };
    },
    runJobs,
    reset: service.reset,
    stop,
    [Symbol.asyncDispose]: stop,
  };
};

const MS = { days: 86_400_000, hours: 3_600_000, minutes: 60_000, seconds: 1000 } as const;

function millisecondsOf(duration: Duration | number): number {
  if (typeof duration === "number") return duration;
  let sum = 0;
  for (const [unit, count] of Object.entries(duration)) {
    const ms = MS[unit as keyof typeof MS];
    if (ms === undefined || !Number.isFinite(count))
      throw new TypeError("clock.advance takes ms, or { days, hours, minutes, seconds }");
    sum += ms * count;
  }
  return sum;
}

function toTime(name: string, time: Date | string | number): number {
  const ms = time instanceof Date ? time.getTime() : new Date(time).getTime();
  if (Number.isNaN(ms)) throw new TypeError(`${name} must be a time, such as 2026-01-15T12:00:00Z`);
  return ms;
}
