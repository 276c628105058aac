import type * as Oidc from "openid-client";
import type { z } from "zod";
import { Fault } from "../../domain/fault.ts";
import type { Deviations } from "../../domain/institutions/deviations.ts";
import { type Dialect, findMeaning, type Meaning, refusalCodeIn, valueAt } from "./dialect.ts";
import type { RowsFile } from "./dialect-reads.ts";
import type { Access, Grant } from "./grant.ts";
import type { IssuerClient } from "./issuer-client.ts";
import { fileUrl, nextUrl } from "./links.ts";
import { listFields, parseBoundedJson, parsePage } from "./parse-response.ts";
import { isUncounted } from "./person-headers.ts";
import type { Quota } from "./quota.ts";
import { BadRequest, type ConnectorLog, redactPath, refusalBy } from "./refusals.ts";
import { FILE_TYPES, linkToFile, readRowsFile } from "./rows-file.ts";
import { type Answer, send } from "./send-request.ts";
import { dpopRefusal, refuseScheme } from "./token-refusals.ts";

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
  /** The JSON paths of the list in another form. A page with the list only there is refused. */
  elsewhere?: readonly string[] | undefined;
  /** The file with the list, if a page has only a link to it. */
  file?: RowsFile | undefined;
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
  const requireUrl = (url: string | null, path: string, name: string): string => {
    if (url !== null) return url;
    throw unsupportedResponse(options.log, client, path, { fields: [`${name}: leads elsewhere`] });
  };
  const readFile = async (
    path: string,
    link: string,
    list: string,
    file: RowsFile,
  ): Promise<unknown> => {
    const url = requireUrl(fileUrl(client, path, link), path, "the file");
    const answer = await request(url, path, true, FILE_TYPES);
    const { status, bytes } = answer;
    const code = findCode(dialect, answer);
    const meaning = meaningOfAnswer(dialect, answer);
    if (meaning !== null && meaning !== "absent") throw refusalBy(meaning, code);
    if (status === 202) throw new Fault("PRODUCT_NOT_READY");
    if (status === 204) return {};
    if (!bytes) throw unsupportedResponse(options.log, client, path, { file: true, status, code });
    remainingBytes -= bytes.length;
    if (remainingBytes < 0)
      throw unsupportedResponse(options.log, client, path, { maxBytes: MAX_READ_BYTES });
    const content = await readRowsFile(bytes, list, file);
    if ("fields" in content) throw unsupportedResponse(options.log, client, path, content);
    return content.body;
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
      const { requireAllPages = false, second, elsewhere, file, thrown } = listOptions;
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
        let body = await read(url, path, pageKeys.size > 0, thrown);
        if (body === null && pageKeys.size === 0) return null;
        if (body === null && requireAllPages)
          throw unsupportedResponse(options.log, client, path, { fields: ["page: is missing"] });
        if (body === null) return entries;
        const link = file ? linkToFile(body, field, file) : null;
        if (file && link !== null) body = await readFile(path, link, field, file);
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
            ? requireUrl(nextUrl(client, path, key), path, "the next page")
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
