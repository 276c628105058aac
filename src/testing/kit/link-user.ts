import type { Surface } from "./drivers.ts";

export type Mfa = "code" | "device" | "questions" | "selections";

export type LinkAccountOptions = {
  /** An institution_id, or a name as in the list; default First Platypus Bank, `ins_109508`. */
  institution?: string | undefined;
  /** Default `user_good`. */
  user?: string | undefined;
  /** Default: the sandbox's password for `mfa`, or `pass_good`. */
  password?: string | undefined;
  /** The second factor that the sandbox asks for and the user completes; default none. */
  mfa?: Mfa | undefined;
  /** The answers to a second factor, in order; default: the sandbox's correct answers. */
  answers?: readonly string[] | undefined;
  /** The number of accounts to share from the top of the list; default `all`. */
  accounts?: "all" | number | undefined;
  /**
   * Returns to the list for another account at the end of a session for several accounts; default
   * `false`.
   */
  another?: boolean | undefined;
  /** The selector of the element that opens Link. Default: Link is open, or opens by itself. */
  open?: string | undefined;
  /** The timeout in ms; default 30 seconds. */
  timeout?: number | undefined;
};

/** A view in its document: the visible texts, by test id. */
export type View = {
  fields: { id: string; value: string; checked: boolean; disabled: boolean }[];
  title: string;
  refusal: string;
  /** The text below the title. */
  lead: string;
  /** The host of a real institution's form, which has no test ids; empty for any other view. */
  foreignHost: string;
  /** Whether a search of the list has found nothing. */
  isEmpty: boolean;
  /** The names of the institutions in the list. */
  names: string[];
};

export const isEnd = ({ fields }: View): boolean => fields.some(({ id }) => id === "finish");

/**
 * The name of an institution in the list, without the text about its health. The matched letters
 * are in a nested element.
 */
const NAME_OF_ROW = `((row) => [...(row.querySelector(".name") ?? row).childNodes]
  .filter(({ nodeName }) => nodeName !== "SMALL")
  .map(({ textContent }) => textContent)
  .join("").trim())`;

/** Reads the visible part of a document, without elements that are animating out. */
export const READ_VIEW = `(() => {
  const fields = [...document.querySelectorAll("[data-testid]")]
    .filter((element) => element.checkVisibility({ visibilityProperty: true }) && !element.closest("[inert]"))
    .map((element) => ({
      id: element.dataset.testid,
      value: String(element.value ?? ""),
      checked: element.checked === true,
      disabled: element.disabled === true,
    }));
  const title = document.querySelector("h1")?.textContent ?? "";
  const refusal = document.querySelector("[role=alert]")?.textContent ?? "";
  const lead = document.querySelector(".lead")?.textContent ?? "";
  const inputs = [...document.querySelectorAll("input:not([type=hidden])")];
  const isForeign = fields.length === 0 && inputs.some((input) => input.checkVisibility());
  const isEmpty = document.querySelector(".hint.none ~ button.link:not([data-testid])") !== null;
  const names = [...document.querySelectorAll('[data-testid^="institution-ins_"]')].map(${NAME_OF_ROW});
  return { fields, title, refusal, lead, foreignHost: isForeign ? location.host : "", isEmpty, names };
})()`;

/** Whether a code waits for the button. */
const HAS_OPEN_CODE = `document.querySelector('[data-testid="mfa-code"]:not([data-auto="sent"])') !== null`;

/** The right passwords of the sandbox for a second factor. */
export const PASSWORDS: Record<Mfa, string> = {
  code: "mfa_code",
  device: "mfa_device",
  questions: "mfa_questions_1_1",
  selections: "mfa_selections",
};
/**
 * A click without effect is repeated after this time, in ms. Chromium drops some clicks on a frame
 * that just moved.
 */
export const AGAIN_MS = 1500;
/** The results of a search are complete when the list has not changed for this time, in ms. */
const SETTLED_MS = 5000;

/** The reason why no account was linked. */
export class LinkAccountError extends Error {
  override name = "LinkAccountError";
  constructor(message: string) {
    super(`linkAccount: ${message}`);
  }
}

/** Creates a user with a login. `act` returns whether the view offered an action. */
export function createUser({
  institution = "ins_109508",
  user = "user_good",
  mfa,
  password = mfa ? PASSWORDS[mfa] : "pass_good",
  answers,
  accounts = "all",
  another = false,
}: LinkAccountOptions) {
  const credentials: Record<string, string> = {
    username: user,
    password,
    pin: password === "pass_good" ? "credential_good" : password,
  };
  let finished = false;
  let round = -1;
  let answeredAt = 0;
  let given = 0;
  let list = { names: "", since: 0 };

  const answer = (fallback: string): string => answers?.[given++] ?? fallback;

  const act = async (place: Surface, view: View): Promise<boolean> => {
    const { fields, title, refusal, lead, foreignHost, isEmpty, names } = view;
    const ids = fields.map(({ id }) => id);
    const has = (id: string) => ids.includes(id);
    const starting = (prefix: string) => fields.filter(({ id }) => id.startsWith(prefix));
    const click = async (id: string) => {
      await place.click(id);
      return true;
    };
    const submit = () => click("submit");
    const refuse = () => {
      throw new LinkAccountError(`Link refused in "${title}": ${refusal || lead}`);
    };

    if (foreignHost)
      throw new LinkAccountError(
        `the page of ${foreignHost} has no test ids: fill in that window, and then call linkAccount again without open`,
      );

    if (isEnd(view)) {
      if (another && !has("another"))
        throw new LinkAccountError("the session connects one account: no button leads to another");
      finished = true;
      return click(another ? "another" : "finish");
    }
    if (has("agree")) return click("agree");
    if (has("retry") || has("another") || (has("leave") && !has("stay"))) refuse();
    if (has("captcha")) return click("captcha");
    const row = /^ins_\d+$/.test(institution)
      ? ids.find((id) => id === `institution-${institution}`)
      : await rowNamed(place, institution);
    if (row) return click(row);
    if (has("institution-search")) {
      const search = fields.find(({ id }) => id === "institution-search");
      if (search?.value === institution) {
        if (isEmpty)
          throw new LinkAccountError(
            `no institution in the list is ${JSON.stringify(institution)}`,
          );
        if (names.join() !== list.names) list = { names: names.join(), since: Date.now() };
        if (names.length > 0 && Date.now() - list.since > SETTLED_MS)
          throw new LinkAccountError(
            `no institution in the list is ${JSON.stringify(institution)}; a search for it has ${names.join(", ")}`,
          );
        return false;
      }
      await place.fill("institution-search", institution);
      return true;
    }
    const inputs = starting("credential-");
    if (inputs.length > 0) {
      if (refusal) refuse();
      for (const { id, value } of inputs) {
        const text = credentials[id.slice("credential-".length)] ?? "";
        if (text !== "" && value !== text) await place.fill(id, text);
      }
      return submit();
    }
    const device = ids.find((id) => id.startsWith("mfa-device-"));
    if (device) {
      await click(device);
      return has("submit") ? submit() : true;
    }
    const questions = [...starting("mfa-code"), ...starting("mfa-answer-")];
    if (questions.length > 0) {
      if (refusal) refuse();
      if (questions.every(({ value }) => value !== "")) {
        // The answers are being sent, unless the click was lost.
        if (Date.now() - answeredAt < AGAIN_MS) return false;
      } else {
        // The questions of a round may appear one by one.
        if (has("mfa-code") || has("mfa-answer-0")) round += 1;
        for (const { id } of questions) {
          const [, at] = id.split("mfa-answer-");
          await place.fill(id, answer(at === undefined ? "1234" : `answer_${round}_${at}`));
        }
      }
      answeredAt = Date.now();
      // The last character of a code may submit the code, so the view may have changed.
      return has("mfa-code") && !(await place.read<boolean>(HAS_OPEN_CODE)) ? true : submit();
    }
    const choices = starting("mfa-option-").filter(({ id }) => id.endsWith("-0"));
    if (choices.length > 0) {
      if (refusal) refuse();
      for (const { id } of choices) await place.click(id);
      return submit();
    }
    const boxes = starting("account-");
    if (boxes.length > 0) {
      const wanted = boxes.slice(0, accounts === "all" ? boxes.length : accounts);
      const missing = wanted.filter(({ checked }) => !checked);
      if (accounts === "all" && missing.length > 1 && has("select-all")) await click("select-all");
      else for (const { id } of missing) await place.click(id);
      return submit();
    }
    if (has("oauth") && !has("cancel")) return click("oauth");
    return false;
  };
  return { act, hasFinished: () => finished };
}

/** Returns the test id of the institution with this name in the list; undefined if it is not there. */
const rowNamed = async (place: Surface, name: string): Promise<string | undefined> =>
  (await place.read<string | null>(`(() => {
    const rows = [...document.querySelectorAll('[data-testid^="institution-ins_"]')];
    const row = rows.find((each) => (${NAME_OF_ROW})(each) === ${JSON.stringify(name)});
    return row ? row.dataset.testid : null;
  })()`)) ?? undefined;
