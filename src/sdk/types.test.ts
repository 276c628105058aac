import { expectTypeOf, test } from "vitest";
import type { LinkAccount } from "../protocol/account.ts";
import type * as Errors from "../protocol/errors/errors.ts";
import type { ExitStatus } from "../protocol/exit-status.ts";
import type { LinkConfig, SessionTheme, TokenConfig } from "../protocol/link/config.ts";
import type * as Events from "../protocol/link/link-event.ts";
import type { MfaType } from "../protocol/link/mfa-kinds.ts";
import type * as vocabulary from "../protocol/vocabulary.ts";
import type * as Public from "./module.ts";

// The compiler fails here: `npm run check` reads this file.

/** The known names of an open union. */
type LiteralNames<Names> = Names extends string ? (string extends Names ? never : Names) : never;

/** Treats optional and undefined fields alike. */
type Loose<Whole> = { [Key in keyof Whole]-?: Whole[Key] | undefined };

test("the package exports the protocol's vocabulary", () => {
  expectTypeOf<Public.Product>().toEqualTypeOf<vocabulary.LinkProduct>();
  expectTypeOf<Public.Environment>().toEqualTypeOf<vocabulary.Environment>();
  expectTypeOf<Public.CountryCode>().toEqualTypeOf<vocabulary.CountryCode>();
  expectTypeOf<Public.Language>().toEqualTypeOf<vocabulary.Language>();
  expectTypeOf<Public.Theme>().toEqualTypeOf<vocabulary.Theme>();
  expectTypeOf<Public.AccountSelection>().toEqualTypeOf<vocabulary.AccountSelection>();
  expectTypeOf<
    LiteralNames<Public.VerificationStatus>
  >().toEqualTypeOf<vocabulary.VerificationStatus>();
  expectTypeOf<LiteralNames<Public.AccountType>>().toEqualTypeOf<vocabulary.AccountType>();
  expectTypeOf<LiteralNames<Public.AccountSubtype>>().toEqualTypeOf<vocabulary.AccountSubtype>();
  expectTypeOf<LiteralNames<Public.ViewName>>().toEqualTypeOf<vocabulary.ViewName>();
  expectTypeOf<LiteralNames<Public.ExitStatus>>().toEqualTypeOf<ExitStatus>();
  expectTypeOf<LiteralNames<Public.MfaType>>().toEqualTypeOf<MfaType>();
  expectTypeOf<LiteralNames<Public.EventName>>().toEqualTypeOf<vocabulary.EventName>();
});

test("a name that a newer server sends has a type, and the known ones are suggested", () => {
  expectTypeOf<string>().toExtend<Public.ExitStatus>();
  expectTypeOf<string>().toExtend<Public.MfaType>();
  expectTypeOf<string>().toExtend<Public.ErrorType>();
  expectTypeOf<string>().toExtend<Public.AccountType>();
  expectTypeOf<string>().toExtend<Public.AccountSubtype>();
  expectTypeOf<string>().toExtend<Public.VerificationStatus>();
  // The page's author writes these values: a misspelt one must not compile.
  expectTypeOf<string>().not.toExtend<Public.Product | Public.Environment | Public.Language>();
});

test("the package exports the catalogue's errors, as they are on the wire", () => {
  type Code = Exclude<
    Errors.ErrorCode,
    | "ASSET_REPORT_NOT_READY"
    | "CHECK_REPORT_DATA_UNAVAILABLE"
    | "CHECK_REPORT_NO_ACCOUNTS"
    | "CONSUMER_REPORT_NOT_READY"
  >;
  expectTypeOf<LiteralNames<Public.ErrorCode>>().toEqualTypeOf<Code>();
  expectTypeOf<LiteralNames<Public.ErrorType>>().toEqualTypeOf<Errors.LinkError["error_type"]>();
  expectTypeOf<keyof Public.LinkError>().toEqualTypeOf<keyof Errors.LinkError>();
  expectTypeOf<Errors.LinkError>().toExtend<Public.LinkError>();
});

test("the callbacks' arguments are typed as in the protocol", () => {
  expectTypeOf<LinkAccount>().toExtend<Public.LinkAccount>();
  expectTypeOf<keyof Public.LinkAccount>().toEqualTypeOf<keyof LinkAccount>();
  expectTypeOf<Events.SuccessMetadata>().toExtend<Public.SuccessMetadata>();
  expectTypeOf<keyof Public.SuccessMetadata>().toEqualTypeOf<keyof Events.SuccessMetadata>();
  expectTypeOf<Events.ExitMetadata>().toExtend<Public.ExitMetadata>();
  expectTypeOf<keyof Public.ExitMetadata>().toEqualTypeOf<keyof Events.ExitMetadata>();
});

test("the package declares every event that Link sends, field by field", () => {
  type EveryEvent = Pick<Events.EventMetadata, "link_session_id" | "request_id" | "timestamp">;
  type Callbacks = {
    [Event in Events.LinkEvent as Event["name"]]: [Event["name"], EveryEvent & Omit<Event, "name">];
  };
  expectTypeOf<keyof Callbacks>().toEqualTypeOf<vocabulary.EventName>();
  expectTypeOf<Callbacks[keyof Callbacks]>().toExtend<Public.LinkEvent>();
});

test("the config has the fields that the server takes", () => {
  type Callback = "onSuccess" | "onExit" | "onEvent" | "onLoad";
  type Field = Exclude<keyof Public.Config, Callback | "origin" | "token" | "key">;
  expectTypeOf<Field>().toEqualTypeOf<Exclude<keyof LinkConfig, "key">>();
  expectTypeOf<Exclude<keyof TokenConfig, "key" | "token">>().toEqualTypeOf<Field>();
  type PublicFields = Pick<Public.Config, "language" | "env" | "accountSelection" | "user">;
  type ServerFields = Pick<LinkConfig, keyof PublicFields>;
  expectTypeOf<Loose<PublicFields>>().toEqualTypeOf<Loose<ServerFields>>();
  // The server reads the logo's bytes.
  type PublicTheme = Omit<Public.ThemeOptions, "logo">;
  expectTypeOf<PublicTheme>().toEqualTypeOf<Omit<SessionTheme, "logo">>();
});
