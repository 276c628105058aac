import fc, { type Arbitrary } from "fast-check";
import { type Account, ALL_ACCOUNT_SUBTYPES, type LinkAccount } from "../../protocol/account.ts";
import { ERRORS, type ErrorCode } from "../../protocol/errors/errors.ts";
import { EXIT_STATUSES } from "../../protocol/exit-status.ts";
import { AuthMethod } from "../../protocol/item.ts";
import { Challenge } from "../../protocol/link/login-form.ts";
import { MFA_KINDS, type MfaInput } from "../../protocol/link/mfa-kinds.ts";
import type { AccountNumbers } from "../../protocol/numbers.ts";
import {
  ACCOUNT_SELECTIONS,
  ACCOUNT_SUBTYPES,
  type AccountType,
  CONSENTED_PRODUCTS,
  COUNTRY_CODES,
  LANGUAGES,
  LINK_PRODUCTS,
  PERMISSIBLE_PURPOSES,
  PRODUCTS,
  REPORT_PRODUCTS,
  VERIFICATION_STATUSES,
} from "../../protocol/vocabulary.ts";
import type { Client } from "../../server/domain/clients/client.ts";
import type { LinkSession, LinkToken } from "../../server/domain/link/link-session.ts";
import type { NewItem } from "../../server/domain/link/new-item.ts";
import type { SessionStep } from "../../server/domain/link/session-step.ts";
import type { Verification } from "../../server/domain/verification/verification.ts";
import { anyText, anyUrl } from "../any-text.ts";
import { anySecrets } from "./client-secrets.ts";

// PostgreSQL's text cannot contain NUL.
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\ufffd]/gu;

const text = fc
  .oneof(anyText(), fc.string({ unit: "grapheme" }))
  .map((string) => string.replaceAll("\0", ""));
const orNull = <T>(arbitrary: Arbitrary<T>) => fc.option(arbitrary, { nil: null });
const time = fc.integer({ min: 0, max: 8.64e15 });
const count = fc.integer({ min: 0, max: 2 ** 31 - 1 });
// JSON has no -0.
const amount = fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0);
const id = fc.uuid();
const type = fc.constantFrom(...(Object.keys(ACCOUNT_SUBTYPES) as AccountType[]));
const subtype = orNull(fc.constantFrom(...ALL_ACCOUNT_SUBTYPES));

const account: Arbitrary<Account> = fc.record({
  account_id: id,
  balances: fc.record({
    available: orNull(amount),
    current: orNull(amount),
    limit: orNull(amount),
    iso_currency_code: orNull(text),
    unofficial_currency_code: orNull(text),
  }),
  mask: orNull(text),
  name: text,
  official_name: orNull(text),
  type,
  subtype,
});

const numbers: Arbitrary<AccountNumbers> = fc.record(
  {
    ach: fc.record({ account: text, routing: text, wire_routing: orNull(text) }),
    eft: fc.record({ account: text, institution: text, branch: text }),
    international: fc.record({ iban: text, bic: text }),
    bacs: fc.record({ account: text, sort_code: text }),
  },
  { requiredKeys: [] },
);

const verification: Arbitrary<Verification> = fc.record({
  status: fc.constantFrom(...VERIFICATION_STATUSES),
  since: time,
  wrong: count,
});

const linkAccount: Arbitrary<LinkAccount> = fc.record(
  {
    id,
    name: text,
    mask: orNull(text),
    type,
    subtype,
    verification_status: orNull(fc.constantFrom(...VERIFICATION_STATUSES)),
  },
  { requiredKeys: ["id", "name", "mask", "type", "subtype"] },
);

const config: Arbitrary<LinkSession["config"]> = fc.record(
  {
    clientName: text.map((name) => `Shop ${name.replaceAll(UNSEEN, "")}.`.slice(0, 60).trim()),
    product: fc.subarray([...LINK_PRODUCTS], { minLength: 1 }),
    language: fc.constantFrom(...LANGUAGES),
    countryCodes: fc.subarray([...COUNTRY_CODES], { minLength: 1 }),
    webhook: anyUrl(),
    user: fc.record({
      legalName: text.map((name) => `Dr. ${name.trim()}.`.slice(0, 200).trim()),
      emailAddress: fc.constant("jane@mail.example"),
    }),
    accountSelection: fc.constantFrom(...ACCOUNT_SELECTIONS),
  },
  { requiredKeys: ["clientName", "product", "language", "countryCodes", "accountSelection"] },
);

const few = <T>(values: Arbitrary<T>) => fc.array(values, { maxLength: 3 });

const challengeContent: Record<MfaInput, Arbitrary<object>> = {
  device: fc.record({
    devices: few(fc.record({ id: text, kind: fc.constantFrom("phone", "email"), mask: text })),
  }),
  code: fc.record(
    { sent_to: orNull(text), length: fc.integer({ min: 3, max: 10 }), resend_after: fc.nat(3600) },
    { requiredKeys: ["sent_to"] },
  ),
  text: fc.record({ questions: few(text) }),
  options: fc.record({ questions: few(fc.record({ question: text, options: few(text) })) }),
};

const challenge: Arbitrary<Challenge> = fc.oneof(
  ...Object.entries(MFA_KINDS).map(([type, { input }]) =>
    challengeContent[input].map((content) => Challenge.parse({ type, ...content })),
  ),
);

const place = fc.constantFrom(
  "institution",
  "credentials",
  "mfa",
  "redirect",
  "returned",
  "accounts",
);

/** Every step that a session can be in. */
export const anyStep: Arbitrary<SessionStep> = fc.oneof(
  fc.record({ at: fc.constant("institution" as const) }),
  fc.record({ at: fc.constant("credentials" as const), institutionId: text }),
  fc.record({
    at: fc.constant("mfa" as const),
    institutionId: text,
    itemId: id,
    sealedLogin: text,
    challenge,
    sealedProgress: text,
  }),
  fc.record({
    at: fc.constant("redirect" as const),
    institutionId: text,
    itemId: id,
    sealedLogin: text,
    via: fc.constantFrom("popup", "page", "redirect"),
    stateDigest: text,
    sealedProgress: text,
    expiresAt: time,
  }),
  fc.record({
    at: fc.constant("returned" as const),
    institutionId: text,
    itemId: id,
    sealedLogin: text,
    stateDigest: text,
    sealedReturn: text,
    claimable: fc.boolean(),
  }),
  fc.record({
    at: fc.constant("accounts" as const),
    institutionId: text,
    itemId: id,
    sealedLogin: text,
    sealedState: orNull(text),
    consentExpiresAt: orNull(fc.nat()),
    sealedOffer: text,
    duplicate: orNull(fc.record({ itemId: id, createdAt: time })),
  }),
  fc.record({
    at: fc.constant("connected" as const),
    institutionId: text,
    itemId: id,
    accounts: orNull(fc.array(linkAccount, { maxLength: 4 })),
    publicTokens: fc.array(id, { maxLength: 3 }),
    finishedAt: time,
  }),
  fc.record({
    at: fc.constant("exited" as const),
    status: orNull(fc.constantFrom(...EXIT_STATUSES)),
    from: place,
    finishedAt: time,
  }),
  fc.record({ at: fc.constant("expired" as const), from: place }),
);

/** Any client. */
export const anyClient: Arbitrary<Client> = fc.record({
  clientId: id.chain((unique) => text.map((string) => `${unique}${string}`)),
  name: text,
  secrets: anySecrets,
  publicKey: id,
  publicKeyEnabled: fc.boolean(),
  partner: fc.boolean(),
  legacyUserApi: fc.boolean(),
  grantsAllowed: fc.boolean(),
  defaultVersion: text,
  products: fc.subarray([...LINK_PRODUCTS]),
  institutions: fc.uniqueArray(text, { maxLength: 5 }),
  allowedOrigins: fc.uniqueArray(text, { maxLength: 5 }),
  accountSelection: fc.constantFrom(...ACCOUNT_SELECTIONS),
  productionAccess: fc.oneof(
    fc.constantFrom({ state: "none" as const }, { state: "granted" as const }),
    fc.record({ state: fc.constant("requested" as const), at: time, note: text }),
  ),
  createdAt: time,
});

/** Any session of a client. */
export const anySession = (clientId: string): Arbitrary<LinkSession> =>
  fc.record({
    linkSessionId: id,
    tokenDigest: id,
    clientId: fc.constant(clientId),
    origin: text,
    config,
    linkTokenDigest: fc.constant(null),
    publicTokenDigest: orNull(id),
    resumeDigest: orNull(id),
    updateItemId: fc.constant(null),
    consent: orNull(fc.record({ institutionId: text, version: text, givenAt: time })),
    guard: fc.record({ wrong: count, solved: count, due: fc.boolean(), proven: fc.boolean() }),
    step: anyStep,
    results: fc.constant([]),
    revision: count,
    createdAt: time,
    expiresAt: time,
  });

export const anyItem = (clientId: string): Arbitrary<NewItem> =>
  id.chain((itemId) =>
    fc.record({
      item: fc.record({
        itemId: fc.constant(itemId),
        clientId: fc.constant(clientId),
        userId: fc.constant(null),
        institutionId: text,
        accessTokenDigest: id,
        accessTokenGeneration: count,
        products: fc.subarray([...PRODUCTS]),
        consentedProducts: fc.subarray([...CONSENTED_PRODUCTS]),
        consentBinds: fc.boolean(),
        authMethod: orNull(fc.constantFrom(...AuthMethod.options)),
        webhook: orNull(text),
        sealedLogin: text,
        error: orNull(fc.constantFrom(...(Object.keys(ERRORS) as ErrorCode[]))),
        consentEnd: orNull(fc.constantFrom("EXPIRED" as const, "NOT_RECONFIRMED" as const)),
        consentExpiresAt: orNull(time),
        ...{ reconfirmableUntil: orNull(time), reconfirmedAt: orNull(time) },
        ...{ createdAt: time, loggedInAt: time, removedAt: orNull(time) },
      }),
      accounts: fc.uniqueArray(
        fc.record({
          itemId: fc.constant(itemId),
          account,
          numbers,
          key: text,
          verification: orNull(verification),
        }),
        { maxLength: 5, selector: (row) => row.account.account_id },
      ),
      publicToken: fc.record({
        digest: id,
        itemId: fc.constant(itemId),
        clientId: fc.constant(clientId),
        createdAt: time,
        expiresAt: time,
        exchangedAt: orNull(time),
      }),
    }),
  );

/** Any link token of a client. */
export const anyLinkToken = (clientId: string): Arbitrary<LinkToken> =>
  fc.record({
    digest: id,
    clientId: fc.constant(clientId),
    config: config.map(({ accountSelection: _, ...rest }) => rest),
    updateItemId: fc.constant(null),
    sealedToken: orNull(text),
    details: fc.record({
      clientUserId: orNull(text),
      redirectUri: orNull(text),
      userId: orNull(text),
      products: fc.subarray([...LINK_PRODUCTS, ...REPORT_PRODUCTS]),
      permissiblePurpose: orNull(fc.constantFrom(...PERMISSIBLE_PURPOSES)),
      reportOptions: orNull(
        fc.record({ daysRequested: orNull(count), clientReportId: orNull(text) }),
      ),
    }),
    createdAt: time,
    expiresAt: time,
  });
