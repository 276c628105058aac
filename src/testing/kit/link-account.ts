import { currentPlace, type Driver, driverOf, type TestPage } from "./drivers.ts";
import {
  AGAIN_MS,
  createUser,
  isEnd,
  LinkAccountError,
  type LinkAccountOptions,
  PASSWORDS,
  READ_VIEW,
  type View,
} from "./link-user.ts";

/** A notice in place of Link's view. A notice without a second attempt is final. */
type Notice = { text: string; isFinal: boolean } | null;

const READ_NOTICE = `(() => {
  const shadow = document.querySelector("[data-service-link]")?.shadowRoot;
  const notice = shadow?.querySelector('section[aria-busy="false"]');
  if (!notice?.checkVisibility()) return null;
  const text = [...notice.querySelectorAll("[role=status] > *")].map((each) => each.textContent).join(" ");
  return { text, isFinal: notice.querySelector("button").hidden };
})()`;

const POLL_MS = 25;

/**
 * Links an account as a user does: by clicks and keys, over test ids. Uses the open Link, or opens
 * Link by `open`. Resolves when Link has closed; with `another`, when the list is shown again.
 * Throws an error with the view's name and text if Link refuses.
 */
export const linkAccount = async (
  page: TestPage,
  options: LinkAccountOptions = {},
): Promise<void> => {
  checkOptions(options);
  const driver = await driverOf(page);
  const restoreMotion = await driver.reduceMotion();
  try {
    await goThrough(driver, options);
  } finally {
    await restoreMotion();
  }
};

async function goThrough(driver: Driver, options: LinkAccountOptions): Promise<void> {
  if (options.open !== undefined) await driver.click(options.open);
  const { timeout = 30_000 } = options;
  const deadline = Date.now() + timeout;
  const user = createUser(options);
  let seen = "nothing of Link";
  let acted = { view: "", at: 0 };
  let obstacle = "";
  for (;;) {
    const place = await currentPlace(driver);
    if (place === "closed") {
      if (user.hasFinished()) return;
      const notice = await driver.read<Notice>(READ_NOTICE).catch(() => null);
      if (notice?.isFinal) throw new LinkAccountError(`Link cannot be shown: ${notice.text}`);
      if (notice) seen = `"${notice.text}"`;
    } else if (place !== null) {
      const view = await place.read<View>(READ_VIEW).catch(() => null);
      if (options.another && view && user.hasFinished() && !isEnd(view)) return;
      const key = JSON.stringify(view);
      if (view && (key !== acted.view || Date.now() - acted.at > AGAIN_MS)) {
        seen = `"${view.title}"${view.refusal && `, which says "${view.refusal}"`}`;
        // The view may disappear while the user acts; then the next view is handled.
        const hasActed = await user.act(place, view).catch((failure: unknown) => {
          if (failure instanceof LinkAccountError) throw failure;
          const reason = reasonOf(failure);
          // On a slow page, a later attempt may end before the tool finds the obstructing element.
          if (obstacle === "" || reason.includes("intercepts"))
            obstacle = `; the last click or text failed: ${reason}`;
          return false;
        });
        if (hasActed) {
          acted = { view: key, at: Date.now() };
          obstacle = "";
        }
      }
    }
    if (Date.now() > deadline)
      throw new LinkAccountError(
        `no account was linked within ${timeout} ms; the user saw ${seen}${obstacle}`,
      );
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

/**
 * Returns a tool's reason for a failed action. Leaves out the rest of the log, which contains the
 * typed texts.
 */
function reasonOf(failure: unknown): string {
  const text = failure instanceof Error ? failure.message : String(failure);
  const cause = text.match(/element is .*|<.*intercepts pointer events/g)?.at(-1) ?? "";
  return [text.split("\n")[0], cause].filter(Boolean).join(" ");
}

const OPTIONS = [
  "institution",
  "user",
  "password",
  "mfa",
  "answers",
  "accounts",
  "another",
  "open",
  "timeout",
];

function checkOptions(options: LinkAccountOptions): void {
  const unknown = Object.keys(options).find((name) => !OPTIONS.includes(name));
  if (unknown !== undefined)
    throw new TypeError(`linkAccount: ${unknown} is unknown; there are ${OPTIONS.join(", ")}`);
  if (options.mfa !== undefined && !Object.hasOwn(PASSWORDS, options.mfa))
    throw new TypeError(`linkAccount: mfa must be one of ${Object.keys(PASSWORDS).join(", ")}`);
}
