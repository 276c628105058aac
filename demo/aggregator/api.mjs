import { randomUUID } from "node:crypto";
import { accountResource, dayOf, hashesOf, toBalances, toRows } from "./bank.mjs";

const DAY_MS = 86_400_000;

/** A refusal, thrown by a call. */
export class Refusal extends Error {
  constructor(status, error, message = error, more = {}) {
    super(message);
    this.status = status;
    this.body = { code: status, error, message, ...more };
  }
}

/** The calls of the API by method and path. */
export const createApi = (world) => {
  const { banks, sessions, authorizations, clock, isOn } = world;
  const bankOf = (name, country) =>
    banks.find((bank) => bank.name === name && bank.country === country);
  /** @type {Map<string, number[]>} */
  const reads = new Map();

  const requireSession = (id, application) => {
    const session = sessions.get(id);
    if (!session || session.applicationId !== application.id)
      throw new Refusal(404, "SESSION_DOES_NOT_EXIST");
    return session;
  };

  const toStatus = (session) =>
    session.status === "AUTHORIZED" && clock() >= Date.parse(session.validUntil)
      ? "EXPIRED"
      : session.status;

  /** The account of a uid in a valid session. */
  const toAccount = (uid, application) => {
    for (const session of sessions.values()) {
      const entry = Object.entries(session.uids).find(([, each]) => each === uid);
      if (!entry || session.applicationId !== application.id) continue;
      const status = toStatus(session);
      if (status !== "AUTHORIZED") throw new Refusal(401, `${status}_SESSION`);
      const account = session.bank.accounts.find(({ id }) => id === entry[0]);
      if (isOn("first-account-fails") && session.bank.accounts[0] === account)
        throw new Refusal(401, "UNAUTHORIZED_ACCESS");
      return { account, session };
    }
    throw new Refusal(404, "ACCOUNT_DOES_NOT_EXIST");
  };

  const isPresent = ({ headers }, bank) => {
    const required = (bank.requiredPsuHeaders ?? []).map((name) => name.toLowerCase());
    const sent = Object.keys(headers).filter((name) => name.startsWith("psu-"));
    if (sent.length > 0 && !required.every((name) => sent.includes(name)))
      throw new Refusal(422, "PSU_HEADER_NOT_PROVIDED");
    return sent.length > 0;
  };

  /** Counts a read without the person, and refuses the fifth read of its kind. */
  const count = (request, session, account, kind) => {
    if (isOn("down")) throw new Refusal(500, "ASPSP_ERROR");
    if (isPresent(request, session.bank)) return;
    if (isOn("limit-used-up")) throw new Refusal(429, "ASPSP_RATE_LIMIT_EXCEEDED");
    if (!isOn("four-a-day") || request.isNextPage) return;
    const key = `${session.id} ${account.id} ${kind}`;
    const recent = (reads.get(key) ?? []).filter((at) => at > clock() - DAY_MS);
    if (recent.length >= 4)
      throw isOn("limit-without-time")
        ? new Refusal(400, "ASPSP_ERROR", "The daily request limit is used up")
        : Object.assign(new Refusal(429, "ASPSP_RATE_LIMIT_EXCEEDED"), { retryAfter: 3600 });
    reads.set(key, [...recent, clock()]);
  };

  const aspsp = (bank) => ({
    name: bank.name,
    country: bank.country,
    logo: bank.logo ?? null,
    psu_types: bank.psuTypes ?? ["personal"],
    auth_methods: bank.authMethods ?? [
      {
        name: "redirect",
        title: null,
        psu_type: "personal",
        approach: "REDIRECT",
        hidden_method: false,
        credentials: [],
      },
    ],
    maximum_consent_validity: bank.consentSeconds ?? 180 * 86_400,
    required_psu_headers: bank.requiredPsuHeaders ?? [],
    bic: bank.bic ?? null,
    beta: false,
    group: null,
  });

  const startAuthorization = ({ body, application }) => {
    const { access, aspsp: named, state, redirect_url } = body ?? {};
    const bank = bankOf(named?.name, named?.country);
    if (!bank) throw new Refusal(422, "WRONG_ASPSP_PROVIDED", "Wrong ASPSP name provided");
    if (typeof state !== "string" || state === "")
      throw new Refusal(422, "WRONG_REQUEST_PARAMETERS");
    if (!application.redirectUrls.includes(redirect_url))
      throw new Refusal(400, "REDIRECT_URI_NOT_ALLOWED", "Redirect URI not allowed");
    const seconds = bank.consentSeconds ?? 180 * 86_400;
    const asked = (Date.parse(access?.valid_until) - clock()) / 1000;
    const hasOffset = /(Z|[+-]\d\d:\d\d)$/.test(access?.valid_until ?? "");
    if (
      !hasOffset ||
      !(asked > 0) ||
      (isOn("exact-validity-refused") ? asked >= seconds : asked > seconds)
    )
      throw new Refusal(
        422,
        "WRONG_REQUEST_PARAMETERS",
        `ASPSP does not support consent validity more than ${seconds} seconds in the future`,
      );
    const psuType = body.psu_type ?? "personal";
    if (!(bank.psuTypes ?? ["personal"]).includes(psuType))
      throw new Refusal(422, "WRONG_REQUEST_PARAMETERS");
    const id = randomUUID();
    authorizations.set(id, {
      ...{ id, bank, state, redirectUrl: redirect_url, psuType, applicationId: application.id },
      ...{ validUntil: access.valid_until, authMethod: body.auth_method ?? null, code: null },
    });
    return { url: `${world.origin()}/sign-in?id=${id}`, authorization_id: id, psu_id_hash: "x" };
  };

  const createSession = ({ body, application }) => {
    const authorization = [...authorizations.values()].find(
      ({ code }) => code !== null && code === body?.code,
    );
    if (!authorization) throw new Refusal(422, "WRONG_AUTHORIZATION_CODE");
    if (authorization.isUsed) throw new Refusal(422, "ALREADY_AUTHORIZED");
    authorization.isUsed = true;
    const { bank, psuType, validUntil } = authorization;
    if (isOn("second-ends-first"))
      for (const other of sessions.values()) if (other.bank === bank) other.status = "INVALID";
    const id = randomUUID();
    const session = {
      ...{ id, bank, psuType, validUntil, status: "AUTHORIZED", turn: sessions.size },
      applicationId: application.id,
      createdAt: clock(),
      uids: Object.fromEntries(bank.accounts.map((account) => [account.id, randomUUID()])),
    };
    sessions.set(id, session);
    const accounts = isOn("no-accounts") ? [] : bank.accounts;
    return {
      session_id: id,
      accounts: accounts.map((account) => accountResource(bank, account, session, world)),
      aspsp: { name: bank.name, country: bank.country },
      psu_type: psuType,
      access: { valid_until: validUntil, balances: true, transactions: true },
    };
  };

  const showSession = ({ application, parts: [id] }) => {
    const session = requireSession(id, application);
    return {
      status: toStatus(session),
      accounts: Object.values(session.uids),
      accounts_data: session.bank.accounts.map((account) => {
        const [own, further] = hashesOf(session.bank, account, { ...world, turn: session.turn });
        return {
          uid: session.uids[account.id],
          identification_hash: own,
          identification_hashes: [own, further],
        };
      }),
      aspsp: { name: session.bank.name, country: session.bank.country },
      psu_type: session.psuType,
      access: { valid_until: session.validUntil },
      created: new Date(session.createdAt).toISOString(),
    };
  };

  const balances = (request) => {
    const { account, session } = toAccount(request.parts[0], request.application);
    count(request, session, account, "balances");
    if (isOn("balances-fail")) throw new Refusal(400, "ASPSP_ERROR");
    return { balances: toBalances(account, clock()) };
  };

  const refusePeriod = (from) => {
    if (from === null) return;
    const days = Math.floor(clock() / DAY_MS) - Date.parse(from) / DAY_MS + 1;
    const earliest = dayOf(clock() - 89 * DAY_MS);
    if (isOn("history-failure") && days > 731) throw new Refusal(400, "ASPSP_ERROR");
    if (days <= 90) return;
    if (isOn("history-90-days"))
      throw new Refusal(422, "WRONG_TRANSACTIONS_PERIOD", "Wrong period", {
        detail: { date_from: earliest },
      });
    if (isOn("history-no-day")) throw new Refusal(422, "WRONG_TRANSACTIONS_PERIOD");
    if (isOn("history-title"))
      throw Object.assign(new Refusal(400, ""), {
        body: { title: "Bad request", code: "PERIOD_INVALID", detail: `dateFrom=${from}` },
      });
  };

  const transactions = (request) => {
    const { account, session } = toAccount(request.parts[0], request.application);
    const { query } = request;
    const key = query.get("continuation_key");
    const from = query.get("date_from");
    const to = query.get("date_to");
    const status = query.get("transaction_status");
    count({ ...request, isNextPage: key !== null }, session, account, "transactions");
    if (to !== null && from === null) throw new Refusal(422, "DATE_TO_WITHOUT_DATE_FROM");
    if (from !== null && from > dayOf(clock())) throw new Refusal(422, "DATE_FROM_IN_FUTURE");
    if (from !== null && to !== null && from > to) throw new Refusal(422, "WRONG_DATE_INTERVAL");
    if (status !== null && isOn("pending-refused"))
      throw new Refusal(422, "WRONG_REQUEST_PARAMETERS");
    refusePeriod(from);
    const [keyFrom, keyTo, keyStatus, offsetText] = key === null ? [] : key.split("|");
    if (
      key !== null &&
      (keyFrom !== (from ?? "") || keyTo !== (to ?? "") || keyStatus !== (status ?? ""))
    )
      throw new Refusal(
        422,
        "WRONG_CONTINUATION_KEY",
        "dateFrom in request is not the same as in continuationKey",
      );
    if (key === null) world.delivery++;
    else if (isOn("failing-page")) throw new Refusal(500, "ASPSP_ERROR");
    const ignores = isOn("filters-ignored");
    const rows = toRows(account, world).filter((row) => {
      const day = row.booking_date ?? row.value_date ?? dayOf(clock());
      const isPending = row.status === "PDNG";
      if (isOn("pending-apart") && isPending !== (status === "PDNG")) return false;
      if (ignores) return true;
      return (
        (from === null || day >= from) &&
        (to === null || day <= to) &&
        (status === null || row.status === status)
      );
    });
    const size = isOn("pages-of-three") || isOn("failing-page") || isOn("repeated-key") ? 3 : 500;
    const keyAt = (offset) => [from ?? "", to ?? "", status ?? "", offset].join("|");
    if (key === null && isOn("empty-page")) return { transactions: [], continuation_key: keyAt(0) };
    const offset = Number(offsetText ?? 0);
    const next = offset + size;
    if (next < rows.length)
      return { transactions: rows.slice(offset, next), continuation_key: keyAt(next) };
    return {
      transactions: rows.slice(offset),
      continuation_key: isOn("repeated-key") && key !== null ? key : null,
    };
  };

  return [
    [
      "GET",
      /^\/application$/,
      ({ application }) => ({
        name: application.name ?? "Application",
        kid: application.id,
        environment: application.environment,
        redirect_urls: application.redirectUrls,
        active: !isOn("inactive"),
        countries: [...new Set(banks.map(({ country }) => country))],
        services: ["AIS"],
      }),
    ],
    [
      "GET",
      /^\/aspsps$/,
      ({ query }) => ({
        aspsps: banks
          .filter(
            ({ country }) => query.get("country") === null || query.get("country") === country,
          )
          .map(aspsp),
      }),
    ],
    ["POST", /^\/auth$/, startAuthorization],
    ["POST", /^\/sessions$/, createSession],
    ["GET", /^\/sessions\/([^/]+)$/, showSession],
    [
      "DELETE",
      /^\/sessions\/([^/]+)$/,
      ({ application, parts: [id] }) => {
        const session = requireSession(id, application);
        if (toStatus(session) !== "AUTHORIZED") throw new Refusal(422, "CLOSED_SESSION");
        session.status = "CLOSED";
        return { message: "OK" };
      },
    ],
    [
      "GET",
      /^\/accounts\/([^/]+)\/details$/,
      (request) => {
        const { account, session } = toAccount(request.parts[0], request.application);
        return accountResource(session.bank, account, session, world);
      },
    ],
    ["GET", /^\/accounts\/([^/]+)\/balances$/, balances],
    ["GET", /^\/accounts\/([^/]+)\/transactions$/, transactions],
  ];
};
