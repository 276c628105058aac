import { describe, expect, test } from "vitest";
import { testReceiver } from "../../../testing/test-app/receiver.ts";
import { bankApp } from "./bank-app.fixture.ts";
import { toConsent } from "./consent.ts";
import { fdx } from "./dialects/fdx/dialect.ts";

const DAY = 86_400_000;
const NOW = Date.parse("2026-01-15T12:00:00Z");

describe("end of a consent", () => {
  const linkItem = async () => {
    const setup = await bankApp({ consentDays: 20 });
    const { app } = setup;
    const receiver = await testReceiver();
    const { access_token, item_id } = await setup.linkItem({ webhook: receiver.url });
    const start = app.services.clock();
    const item = async () =>
      (await app.call("/item/get", { access_token })).item as {
        consent_expiration_time: string | null;
        error: { error_code: string } | null;
      };
    return { ...setup, access_token, item_id, start, item, receiver };
  };

  test("a consent ends when the institution says so, and is renewed in update mode before that", async () => {
    const setup = await linkItem();
    const { access_token, app, goOn, item, item_id, open, receiver, start, visitBank } = setup;
    const notices = () =>
      receiver.received.filter(({ body }) => body.webhook_code === "PENDING_DISCONNECT").length;
    expect(Date.parse((await item()).consent_expiration_time ?? "")).toBe(start + 20 * DAY);
    const { store } = app.services;
    const before = await store.items.accounts(item_id);
    app.advanceClock(12 * DAY);
    await app.runJobs();
    expect(notices()).toBe(0);
    app.advanceClock(2 * DAY);
    await app.runJobs();
    expect(notices()).toBe(1);
    const link = await open({ access_token, products: undefined });
    await visitBank(link);
    await goOn(link);
    const now = app.services.clock();
    expect(Date.parse((await item()).consent_expiration_time ?? "")).toBe(now + 20 * DAY);
    app.advanceClock(7 * DAY);
    await app.runJobs();
    expect((await item()).error).toBeNull();
    expect(notices()).toBe(1);
    await app.call("/accounts/balance/get", { access_token });
    expect((await store.items.accounts(item_id)).map(({ account }) => account.account_id)).toEqual(
      before.map(({ account }) => account.account_id),
    );
    await app.call("/transactions/get", {
      access_token,
      start_date: "2026-01-01",
      end_date: "2026-01-15",
    });
  });

  test("a consent that has ended needs its user to sign in again", async () => {
    const { app, item } = await linkItem();
    app.advanceClock(20 * DAY);
    expect((await item()).error?.error_code).toBe("ITEM_LOGIN_REQUIRED");
  });
});

describe("consent in token responses", () => {
  const jwt = (claims: object) =>
    `e30.${Buffer.from(JSON.stringify(claims)).toString("base64url")}.sig`;

  test.each([
    [{ access_token: "opaque" }, null, null],
    [{ access_token: "opaque", fdxConsentId: "c-1" }, "c-1", null],
    [{ access_token: jwt({ fdxConsentId: "c-2" }) }, "c-2", null],
    [{ access_token: "opaque", sharing_expires_at: NOW / 1000 + 60 }, null, NOW + 60_000],
    [{ access_token: "opaque", sharing_expires_at: NOW / 1000 - 60 }, null, null],
    [{ access_token: "opaque", fdxConsentId: 7, sharing_expires_at: "soon" }, null, null],
    [{ access_token: "a.b.c", fdxConsentId: "x".repeat(300) }, null, null],
    [{ access_token: jwt([1]) }, null, null],
    [{ access_token: "opaque", sharing_expires_at: 1e300 }, null, null],
  ])(
    "a token response %j names this consent and its end",
    (tokens, consentId, consentExpiresAt) => {
      expect(toConsent(fdx, tokens, NOW)).toEqual({ consentId, consentExpiresAt });
    },
  );
});
