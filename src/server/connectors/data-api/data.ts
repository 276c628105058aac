import type * as Oidc from "openid-client";
import type { z } from "zod";
import { Fault } from "../../domain/fault.ts";
import type { Deviations } from "../../domain/institutions/deviations.ts";
import { type Dialect, findMeaning, type Meaning, refusalCodeIn, valueAt } from "./dialect.ts";
import type { Access, Grant } from "./grant.ts";
import type { IssuerClient } from "./issuer-client.ts";
import { listFields, parseBoundedJson, parsePage } from "./parse-response.ts";
import { isUncounted } from "./person-headers.ts";
import type { Quota } from "./quota.ts";
import { BadRequest, type ConnectorLog, redactPath, refusalBy } from "./refusals.ts";
import { type Answer, send } from "./send-request.ts";

/** The maximum number of pages of a list. A longer list is an error of the institution. */
const MAX_PAGES = 1000;

/** The maximum number of transactions of an account, above any real number. */
const MAX_LISTED = 100_000;

/** The maximum size of all responses of a read in bytes, since a read stays in memory. */
const MAX_READ_BYTES = 32 * 1024 * 1024;

/** The maximum duration of a read without a waiting user. */
const READ_LIMIT_MS = 10 * 60 * 1000;

type Query = Readonly<Record<string, string>>;

type ListOptions<T> = {
  requireAllPages?: boolean;
  second?: { list: string; schema: z.ZodType<T> } | undefined;
  /** The JSON paths of the list, or of a link to it. A page with neither is refused. */
  elsewhere?: readonly string[] | undefined;
  parameters?: ((deviations: Deviations) => Query) | undefined;
  /** The codes of a 400 that are thrown, though they mean a missing list elsewhere. */
  thrown?: readonly string[] | undefined;
};

/** Reads a user's data at an institution, by the paths of its dialect. */
export type Data = {
  /** One object; null if it is missing or not offered. */
  get<T>(path: string, schema: z.ZodType<T>): Promise<T | null>;
  /**
   * All entries of a list; null if it is missing or not offered. A missing later page ends the list, or throws
   * UNSUPPORTED_RESPONSE if all pages are required. Also reads a second list of each page, if named. The
   * dialect's parameters are always sent, even if the institution takes no query.
   */
  list<T>(
    path: string,
    field: string,
    schema: z.ZodType<T>,
    query?: Query,
    options?: ListOptions<T>,
  ): Promise<T[] | null>;
  /** Whether the institution has a list for all accounts together. */
  hasBulk(kind: Deviations["bulk"][number]): boolean;
  /** The longest listed period in days; null if only refusals show the limit. */
  historyDays: number | null;
  /** The bytes of a PDF; null if missing or not offered. Throws PRODUCT_NOT_READY while the PDF is being made. */
  file(path: string): Promise<Uint8Array | null>;
  /** Announces the number of further requests; throws INSTITUTION_RATE_LIMIT if the quota is lower. */
  expect(requests: number): Promise<void>;
};

type Options = {
  access: Access;
  quota: Quota;
  log: ConnectorLog;
  clock: () => number;
  /** The end of the read, in ms since 1970, after which no request is sent; ten minutes from now by default. */
  deadline?: number | undefined;
};

/**
 * Opens a user's data. Throws ITEM_LOGIN_REQUIRED if a renewed token is also refused, ACCESS_NOT_GRANTED for
 * data that the user did not allow, INSTITUTION_RATE_LIMIT during a pause requested by the institution, and
 * UNSUPPORTED_RESPONSE for an invalid response, with the reason in the log.
 */
export const openData = (client: IssuerClient, options: Options): Data => {
  const { connection, dialect } = client;
  const proofs = new Map<string, Promise<Oidc.DPoPHandle>>();
  const { access, quota } = options;
  const { deadline = options.clock() + READ_LIMIT_MS } = options;
  let remainingBytes = MAX_READ_BYTES;
  const request = async (
    url: string,
    path: string,
    isLaterPage: boolean,
    accept?: string,
  ): Promise<Answer> => {
    if (options.clock() > deadline)
      throw new Fault("INSTITUTION_NOT_RESPONDING", {
        cause: new Error("all responses of the read together take too long"),
      });
    const grant = await withPause(options, () => access.grant());
    if (!isUncounted(client)) requireNoPause(grant, options.clock());
    await quota.take(grant, path, isLaterPage);
    const first = await withPause(options, () => send(client, grant, url, proofs, accept));
    if (first.status !== 401 || meaningOfAnswer(dialect, first) !== null) return first;
    if (access.isNew) refuseScheme(grant, first);
    const next = await withPause(options, () => access.renew(grant.accessToken));
    await quota.take(next, path, isLaterPage);
    const second = await withPause(options, () => send(client, next, url, proofs, accept));
    if (second.status === 401)
      throw new Fault("ITEM_LOGIN_REQUIRED", next.dpopKey ? { cause: dpopRefusal(second) } : {});
    return second;
  };
  const toUrl = (path: string, query: Query): string => {
    const url = new URL(`${connection.dataUrl}${path}`);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    return url.href;
  };
  const read = async (
    url: string,
    path: string,
    isLaterPage = false,
    thrown: readonly string[] = [],
  ): Promise<unknown> => {
    const answer = await request(url, path, isLaterPage);
    remainingBytes -= answer.text.length;
    if (remainingBytes < 0)
      throw unsupportedResponse(options.log, client, path, { maxBytes: MAX_READ_BYTES });
    const code = findCode(dialect, answer);
    const meaning = meaningOfAnswer(dialect, answer);
    const isThrown = answer.status === 400 && thrown.includes(code ?? "");
    if (meaning === "absent" && !isThrown) return null;
    if (meaning !== null && meaning !== "absent") throw refusalBy(meaning, code);
    if (answer.status === 204 || (answer.status === 200 && answer.text.trim() === "")) return {};
    const body = answer.status === 200 ? parseBoundedJson(answer.text) : undefined;
    if (body !== undefined) return body;
    const { status } = answer;
    const cause = status === 400 ? { cause: new BadRequest() } : {};
    throw unsupportedResponse(options.log, client, path, { status, code }, cause);
  };
  const parse = <T>(path: string, schema: z.ZodType<T>, body: unknown): T => {
    const result = schema.safeParse(body);
    if (result.success) return result.data;
    throw unsupportedResponse(options.log, client, path, { fields: listFields(result.error) });
  };
  return {
    hasBulk: (kind) => connection.standard.deviations.bulk.includes(kind),
    historyDays: connection.standard.deviations.historyDays,
    expect: async (requests) => quota.expect(await access.grant(), requests),
    get: async (path, schema) => {
      const body = await read(toUrl(path, {}), path);
      return body === null ? null : parse(path, schema, body);
    },
    file: async (path) => {
      const answer = await request(toUrl(path, {}), path, false, "application/pdf");
      const meaning = meaningOfAnswer(dialect, answer);
      if (meaning === "absent") return null;
      const { status, bytes } = answer;
      const code = findCode(dialect, answer);
      if (meaning !== null) throw refusalBy(meaning, code);
      if (bytes) return bytes;
      if (status === 202) throw new Fault("PRODUCT_NOT_READY");
      throw unsupportedResponse(options.log, client, path, { status, code });
    },
    list: async (path, field, schema, query = {}, listOptions = {}) => {
      const { requireAllPages = false, second, elsewhere, thrown } = listOptions;
      const entries: z.infer<typeof schema>[] = [];
      const pageKeys = new Set<string>();
      let previous = "";
      const seconds = new Set<string>();
      const { deviations } = connection.standard;
      const parameters = {
        ...listOptions.parameters?.(deviations),
        ...(deviations.period === "none" ? {} : query),
      };
      for (let url = toUrl(path, parameters); ; ) {
        const body = await read(url, path, pageKeys.size > 0, thrown);
        if (body === null && pageKeys.size === 0) return null;
        if (body === null && requireAllPages)
          throw unsupportedResponse(options.log, client, path, { fields: ["page: is missing"] });
        if (body === null) return entries;
        const page = await parsePage(body, field, schema, dialect.nextPage, elsewhere);
        if ("fields" in page) throw unsupportedResponse(options.log, client, path, page);
        const more = second && (await parsePage(body, second.list, second.schema, []));
        if (more && "fields" in more) throw unsupportedResponse(options.log, client, path, more);
        const moreText = JSON.stringify(more?.entries);
        // Some institutions repeat the whole second list on each page.
        const added = more && !seconds.has(moreText) ? more.entries : [];
        seconds.add(moreText);
        for (const entry of [...page.entries, ...added]) entries.push(entry);
        if (entries.length > MAX_LISTED)
          throw unsupportedResponse(options.log, client, path, { fields: [`${field}: too many`] });
        if (page.next === null) return entries;
        const [name, key] = page.next;
        // A schema may turn entries into functions, which have no JSON.
        const text = JSON.stringify(valueAt(body, field));
        const isRepeated = page.entries.length > 0 && text === previous;
        previous = text;
        const next =
          name === null
            ? nextUrl(options.log, client, path, key)
            : toUrl(path, { ...parameters, [name]: key });
        // At some institutions a link to the same page ends the list, even with a different address
        // for the first page.
        if (next === url) {
          if (isRepeated) entries.splice(-page.entries.length - added.length);
          return entries;
        }
        if (isRepeated || pageKeys.has(key) || pageKeys.size >= MAX_PAGES)
          throw unsupportedResponse(options.log, client, path, {
            fields: [`the page after ${name ?? "a link"}: never ends`],
          });
        pageKeys.add(key);
        url = next;
      }
    },
  };
};

const findCode = (dialect: Dialect, { status, text }: Answer): string | null =>
  status < 400 ? null : refusalCodeIn(dialect, parseBoundedJson(text));

const meaningOfAnswer = (dialect: Dialect, answer: Answer): Meaning | null =>
  findMeaning(dialect, answer.status, findCode(dialect, answer), answer.text);

/**
 * Throws UNSUPPORTED_RESPONSE if a new token is refused because of its scheme: a key-bound token,
 * unless the institution calls the token invalid; a Bearer token if DPoP is required.
 */
function refuseScheme({ dpopKey }: Grant, answer: Answer): void {
  const { challenges = [] } = answer;
  const dpop = challenges.find(({ scheme }) => scheme === "dpop");
  if (dpopKey === null && dpop)
    throw new Fault("UNSUPPORTED_RESPONSE", {
      cause: new Error(
        "the data API asks for tokens that are bound to a key (DPoP), and got Bearer: connect it with --dpop",
      ),
    });
  if (dpopKey === null) return;
  const code =
    dpop?.error === "invalid_token" ? "INSUFFICIENT_CREDENTIALS" : "UNSUPPORTED_RESPONSE";
  throw new Fault(code, { cause: dpopRefusal(answer) });
}

/** The refusal of a token that is bound to a key, in the form for the log. */
const dpopRefusal = ({ challenges = [] }: Answer): Error => {
  const names = challenges.map(({ scheme, error }) => (error ? `${scheme} ${error}` : scheme));
  return new Error(
    `the data API refuses an access token that is bound to a key (DPoP) and asks for ${names.join(", ") || "nothing"}` +
      `${challenges.some(({ scheme }) => scheme === "dpop") ? "" : ": if it takes Bearer alone, connect it with --no-dpop"}`,
  );
};

/** The address of the next page. Throws UNSUPPORTED_RESPONSE for an address outside of the data. */
function nextUrl(log: ConnectorLog, client: IssuerClient, path: string, link: string): string {
  const { dataUrl } = client.connection;
  const { basePath } = client.dialect;
  const base = `${dataUrl}/`;
  // Institutions behind a gateway omit the gateway's path from links.
  const isShort = link.startsWith(`${basePath}/`) && dataUrl.endsWith(basePath);
  const address = isShort ? `${dataUrl.slice(0, -basePath.length)}${link}` : link;
  const url = URL.parse(address, `${dataUrl}${path}`);
  // A link to another list would end this list too early.
  if (url?.href.startsWith(new URL(base).href) && readLastName(url.pathname) === readLastName(path))
    return url.href;
  // A gateway may leave its own name in links. The list continues at the operator's declared address.
  const own = new URL(`${dataUrl}${path}`);
  if (url?.pathname === own.pathname && /^https?:$/.test(url.protocol))
    return new URL(url.search, own).href;
  throw unsupportedResponse(log, client, path, { fields: ["the next page: leads elsewhere"] });
}

/** The last name in a path. */
const readLastName = (path: string): string | undefined =>
  path.split("/").findLast((name) => name !== "");

/** Stores a pause requested by the institution, so that its few calls are not wasted. */
async function withPause<T>({ access, clock }: Options, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (failure) {
    const fault =
      failure instanceof Error && failure.cause instanceof Fault ? failure.cause : failure;
    if (fault instanceof Fault && fault.code === "INSTITUTION_RATE_LIMIT")
      await access.pause(clock() + (fault.retryAfterMs ?? 0));
    throw fault;
  }
}

function requireNoPause({ pausedUntil }: Grant, now: number): void {
  if (pausedUntil !== null && now < pausedUntil)
    throw new Fault("INSTITUTION_RATE_LIMIT", { retryAfterMs: pausedUntil - now });
}

function unsupportedResponse(
  log: ConnectorLog,
  { connection }: IssuerClient,
  path: string,
  problem: object,
  options: { cause?: Error } = {},
): Fault {
  const { institutionId } = connection;
  const endpoint = redactPath(path);
  log.warn({ institutionId, endpoint, ...problem }, "an institution's answer is not understood");
  return new Fault("UNSUPPORTED_RESPONSE", options);
}
