import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { LinkAccount } from "../protocol/account.ts";
import { linkError } from "../protocol/errors/errors.ts";
import { EXIT_STATUSES } from "../protocol/exit-status.ts";
import type { AppMessage } from "../protocol/link/messages.ts";
import { parseMessage } from "../sdk/frameworks/app-message.ts";
import { anyText } from "../testing/any-text.ts";
import { formatAddress as addressIn } from "./app-address.ts";

const toAddress = (message: AppMessage) => addressIn(message, "servicelink");

const text = anyText({ minLength: 1 });
const awkward = fc.constantFrom("a+b c", "100 % & more", "#?=/", "Crédit 東京 🏦", '"\\\n\t');
const words = fc.oneof(text, awkward);
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });
const institution = fc.record({ name: words, institution_id: words });
const account: fc.Arbitrary<LinkAccount> = fc.record(
  {
    id: words,
    name: words,
    mask: maybe(words),
    type: fc.constantFrom("depository", "credit"),
    subtype: fc.constantFrom("checking", "credit card", null),
    verification_status: fc.constantFrom("pending_manual_verification", null),
  },
  { requiredKeys: ["id", "name", "mask", "type", "subtype"] },
);
const error = fc
  .tuple(fc.constantFrom("INVALID_CREDENTIALS" as const, "ITEM_LOCKED" as const), words, words)
  .map(([code, message, display]) => linkError(code, { message, display }));

const message: fc.Arbitrary<AppMessage> = fc.oneof(
  fc.record({
    type: fc.constant("connected" as const),
    public_token: words,
    metadata: fc.record(
      { link_session_id: words, institution, accounts: fc.array(account) },
      { requiredKeys: ["link_session_id", "institution"] },
    ),
  }),
  fc.record({
    type: fc.constant("exit" as const),
    error: maybe(error),
    metadata: fc.record({
      link_session_id: maybe(words),
      request_id: maybe(words),
      institution: maybe(institution),
      status: fc.constantFrom(null, ...EXIT_STATUSES),
    }),
  }),
  fc.record({
    type: fc.constant("event" as const),
    event_name: fc.constantFrom("OPEN", "ERROR", "EXIT", "TRANSITION_VIEW"),
    metadata: fc.record(
      {
        link_session_id: words,
        timestamp: words,
        request_id: words,
        error_code: words,
        error_message: words,
        error_type: words,
        exit_status: fc.constantFrom(...EXIT_STATUSES),
        institution_id: words,
        institution_name: words,
        institution_search_query: words,
        mfa_type: fc.constantFrom("code", "device", "questions", "selections"),
        view_name: fc.constantFrom("MFA", "CREDENTIAL", "CONSENT"),
      },
      { requiredKeys: ["link_session_id", "timestamp", "request_id"] },
    ),
  }),
);

/** Parses an address like a strict app: `+` is a plus, and a repeated key is an error. */
const fieldsIn = (address: string): Record<string, string> => {
  const pairs = address
    .slice(address.indexOf("?") + 1)
    .split("&")
    .map((pair) => pair.split("=").map(decodeURIComponent));
  expect(pairs.every((pair) => pair.length === 2)).toBe(true);
  const fields = Object.fromEntries(pairs);
  expect(Object.keys(fields)).toHaveLength(pairs.length);
  return fields;
};

/** The message as `parseMessage` returns it. */
const parsed = (message: AppMessage): object => {
  if (message.type === "event") {
    const { type, event_name, metadata } = message;
    return { kind: type, name: event_name, metadata };
  }
  if (message.type === "exit") {
    const { type, ...rest } = message;
    return { kind: type, ...rest };
  }
  const { type, public_token, metadata } = message;
  return { kind: type, publicToken: public_token, metadata };
};

describe("the address of a message", () => {
  test("contains the whole message, which an app parses as it does those of a bridge", () => {
    fc.assert(
      fc.property(message, (value) => {
        for (const sent of [toAddress(value), value, JSON.stringify(value)])
          expect(parseMessage(sent)).toEqual(parsed(value));
        expect(parseMessage(addressIn(value, "acmelink"))).toBeNull();
        expect(parseMessage(addressIn(value, "acmelink"), "acmelink")).toEqual(parsed(value));
      }),
      { numRuns: 1000 },
    );
  });

  test("the address of a message is the same to a reader that takes a plus for a space", () => {
    fc.assert(
      fc.property(message, (value) => {
        const address = toAddress(value);
        expect(Object.fromEntries(new URL(address).searchParams)).toEqual(fieldsIn(address));
      }),
    );
  });

  test("the address of a message always has all keys of its type", () => {
    const keys: Record<AppMessage["type"], string[]> = {
      connected: [
        "public_token",
        "institution_id",
        "institution_name",
        "accounts",
        "link_session_id",
      ],
      exit: [
        "status",
        "error_type",
        "error_code",
        "error_message",
        "display_message",
        "institution_id",
        "institution_name",
        "link_session_id",
        "request_id",
      ],
      event: [
        "event_name",
        "error_code",
        "error_message",
        "error_type",
        "exit_status",
        "institution_id",
        "institution_name",
        "institution_search_query",
        "link_session_id",
        "mfa_type",
        "request_id",
        "timestamp",
        "view_name",
      ],
    };
    fc.assert(
      fc.property(message, (value) => {
        expect(Object.keys(fieldsIn(toAddress(value)))).toEqual(keys[value.type]);
      }),
    );
  });

  test("an address replaces a lone surrogate in a query by U+FFFD", () => {
    const address = toAddress({
      type: "event",
      event_name: "SEARCH_INSTITUTION",
      metadata: {
        link_session_id: "s",
        timestamp: "t",
        request_id: "r",
        institution_search_query: "bank \ud83c",
      },
    });
    expect(fieldsIn(address).institution_search_query).toBe("bank \ufffd");
  });
});
