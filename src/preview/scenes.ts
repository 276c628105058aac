import type { PreviewView } from "../protocol/dashboard/preview.ts";
import type { Language } from "../protocol/vocabulary.ts";
import { challengeScenes } from "./challenge-scenes.ts";
import { fileScenes } from "./file-scenes.ts";
import { sampleEvents } from "./sample-events.ts";
import { ACCOUNTS, bankAt, MANY_ACCOUNTS, type Scene, scene } from "./samples.ts";

/**
 * Returns the scenes of Link in the order of a user's way, with the institution's texts in a
 * language.
 */
export const scenesIn = (language: Language): (Scene & PreviewView)[] => {
  const events = sampleEvents(language);
  const { words, open, several, manual, consent, renewal, form, withoutFields, ways } = events;
  const {
    numbers,
    amounts,
    toForm,
    toLogin,
    search,
    update,
    selection,
    connect,
    error,
    wrongCode,
  } = events;
  return [
    ...inGroup("Choosing an institution", [
      scene("start", "The session starts", [{ type: "link.opened", institutions: null }]),
      scene("trust", "The trust facts before the list", [open, { type: "trust.asked" }]),
      scene("list", "Institutions", [open]),
      scene("troubles", "Institutions with problems", [
        {
          type: "link.opened",
          institutions: [
            { ...bankAt(0), trouble: "DEGRADED" },
            { ...bankAt(1), trouble: "DOWN" },
            { ...bankAt(2), trouble: "UNSUPPORTED" },
            bankAt(3),
            manual,
          ],
        },
      ]),
      scene("search", "A search", search("b", [bankAt(2), bankAt(7), bankAt(6)])),
      scene("nothing-found", "A search without results", search("zzz", [])),
      scene("missing", "The bank is not in the list", [
        { type: "link.opened", institutions: [bankAt(0), manual] },
        { type: "institution.missing" },
      ]),
      scene("ways", "A bank that is reached by several ways", toForm(form({ fields: [], ways }))),
      scene("offline", "The network is lost", [open, { type: "network.lost" }]),
      scene("opening", "The form is requested", toForm().slice(0, 2)),
    ]),
    ...inGroup("Consent", [
      scene("consent", "Consent", toForm(form({ consent }))),
      scene("agreed", "The consent is recorded", [
        ...toForm(form({ consent })),
        { type: "consent.given" },
      ]),
    ]),
    ...inGroup("Signing in", [
      scene("sign-in", "Sign-in", toForm()),
      scene("sign-in-slow", "Sign-in at a slow institution", toForm(form({ health: "DEGRADED" }))),
      scene("wrong-password", "Wrong password", [...toLogin(), error("INVALID_CREDENTIALS")]),
      scene("signing-in", "Signing in", toLogin()),
      scene("captcha", "A captcha", [...toLogin(), error("RECAPTCHA_REQUIRED")]),
      scene("solving", "The captcha is being solved", [
        ...toLogin(),
        error("RECAPTCHA_REQUIRED"),
        { type: "captcha.started" },
      ]),
    ]),
    ...inGroup("Signing in at the institution", [
      scene("oauth", "Sign-in at the institution's site", toForm(withoutFields)),
      scene("oauth-waiting", "Waiting for the institution's site", [
        ...toForm(withoutFields),
        { type: "oauth.opened" },
      ]),
      scene("oauth-refused", "Access was refused there", [
        ...toForm(withoutFields),
        { type: "oauth.opened" },
        error("ACCESS_NOT_GRANTED"),
      ]),
      scene("approval", "Approval in the institution's app", [
        ...toForm(form({ fields: [{ name: "user", label: words.approval.user, type: "text" }] })),
        { type: "credentials.submitted", credentials: { user: "ann" } },
        {
          type: "approval.required",
          approval: {
            code: "K7-42",
            title: words.approval.title("Lanternfield"),
            help: words.approval.help,
            later: words.approval.later,
          },
        },
      ]),
    ]),
    ...inGroup("Another factor", [...challengeScenes(language, toLogin(), wrongCode)]),
    ...inGroup("Choosing accounts", [
      scene("accounts", "Accounts", [...toLogin(), selection({ chosen: ["checking"] })]),
      scene("accounts-one", "One account", [
        ...toLogin(),
        selection({ mode: "one", chosen: ["savings"] }),
      ]),
      scene("accounts-many", "Many accounts", [
        ...toLogin(),
        selection({ accounts: MANY_ACCOUNTS, chosen: ["account-2", "account-3", "account-5"] }),
      ]),
      scene("accounts-unavailable", "Accounts that cannot be used", [
        ...toLogin(),
        selection({
          accounts: ACCOUNTS.slice(0, 1),
          unavailable: ACCOUNTS.slice(1).map((account) => ({
            ...account,
            missing_product: "auth" as const,
          })),
        }),
      ]),
      scene("accounts-unavailable-many", "More accounts that cannot be used", [
        ...toLogin(),
        selection({
          accounts: ACCOUNTS,
          unavailable: MANY_ACCOUNTS.slice(0, 9).map((account, at) => ({
            ...account,
            missing_product: at < 7 ? ("transactions" as const) : ("income" as const),
          })),
        }),
      ]),
      scene("accounts-known", "A login that is connected already", [
        ...toLogin(),
        selection({
          existing: {
            since: "2026-03-02T10:00:00.000Z",
            text: words.existing,
            renew: words.renew,
          },
        }),
      ]),
      scene("accounts-linked", "An account that is connected by another bank", [
        ...toLogin(),
        selection({
          accounts: ACCOUNTS.map((account, at) =>
            at === 0
              ? { ...account, linked: words.linkedBefore("Birch Credit Union", account.mask) }
              : account,
          ),
        }),
      ]),
      scene("reading-accounts", "Reading the accounts", [
        ...toLogin(),
        selection({ chosen: ["checking"] }),
        { type: "accounts.submitted" },
      ]),
    ]),
    ...inGroup("The end", [
      scene("connected", "Connected", [...toLogin(), connect(true)]),
      scene("connected-several", "Connected, and another one may follow", [
        open,
        several,
        ...toLogin().slice(1),
        connect(true),
      ]),
      scene("connected-plain", "Connected, without a choice", [...toLogin(), connect(false)]),
      scene("exit", "Leaving", [...toForm(), { type: "exit.requested" }]),
    ]),
    ...inGroup("Errors", [
      scene("error-retry", "An error: try again", [
        ...toLogin(),
        error("INSTITUTION_NOT_RESPONDING"),
      ]),
      scene("error-locked", "An error: the user can help", [...toLogin(), error("ITEM_LOCKED")]),
      scene("error-list", "An error: another institution", [
        ...toLogin(),
        error("INSTITUTION_NO_LONGER_SUPPORTED"),
      ]),
      scene("error-leave", "An error: the end", [...toLogin(), error("INVALID_LINK_SESSION")]),
    ]),
    ...inGroup("Renewing a connection", [
      scene("update", "Update mode", update(form({ renewal }))),
      scene(
        "update-oauth",
        "Update mode at the institution's site",
        update({ ...withoutFields, renewal: { ...renewal, ended: false } }),
      ),
    ]),
    ...inGroup("Files and tokens", [...fileScenes(language, toForm)]),
    ...inGroup("Numbers by hand", [
      scene("numbers", "Account numbers by hand", toForm(numbers)),
      ...(["Lanternfield", null] as const).map((name) =>
        scene(
          `numbers-${name ? "named" : "unknown"}`,
          `The bank of a number is ${name ?? "unknown"}`,
          [
            ...toForm(numbers),
            { type: "number.typed", number: "021000021", isWrong: false },
            { type: "bank.named", number: "021000021", name },
          ],
        ),
      ),
      scene("numbers-wrong", "A wrong routing number", [
        ...toForm(numbers),
        { type: "number.typed", number: "021000022", isWrong: true },
      ]),
      scene("amounts", "The amounts that arrived", update(amounts)),
    ]),
  ];
};

const inGroup = (group: string, scenes: Scene[]) => scenes.map((scene) => ({ group, ...scene }));
