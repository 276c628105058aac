import { SANDBOX_WORDS, type SandboxLabel } from "../../i18n/sandbox.ts";
import { type SandboxBankWords, SITE_USERS, type SiteUser } from "../../i18n/sandbox-bank.ts";
import type { Challenge } from "../../protocol/link/login-form.ts";
import { byInput } from "../../protocol/link/mfa-kinds.ts";
import type { Visitor } from "../bridge/oauth/visit-site.ts";
import type { BankAccount } from "../domain/connectors/bank-account.ts";
import { SITE_PATH, type SitePage } from "../domain/connectors/institution-site.ts";
import { type Html, html } from "./html.ts";

/** The data of a sandbox bank page. */
export type BankView = {
  visitor: Visitor;
  words: SandboxBankWords;
  /** The requesting application's name. */
  application: string;
  /** The hidden form fields: the visit, and the proof that the form is the page's own (CSRF). */
  secrets: { state: string; csrf: string };
  /** The test user in the prefilled form. */
  user: string;
};

/** The credentials of each test user. */
const USERS: Record<SiteUser, readonly [username: string, password: string]> = {
  good: ["user_good", "pass_good"],
  code: ["user_good", "mfa_code"],
  device: ["user_good", "mfa_device"],
  questions: ["user_good", "mfa_questions_1_2"],
  selections: ["user_good", "mfa_selections"],
  captcha: ["user_good", "recaptcha_good"],
  purchases: ["user_transactions_dynamic", "pass_good"],
  business: ["user_small_business", "pass_good"],
  custom: ["user_custom", '{"seed":"ada"}'],
  wrong: ["user_good", "pass_bad"],
  blocked: ["user_good", "error_ACCESS_NOT_GRANTED"],
  locked: ["user_good", "error_ITEM_LOCKED"],
  empty: ["user_good", "error_NO_ACCOUNTS"],
  down: ["user_good", "error_INSTITUTION_DOWN"],
};

/** A bank form with its fields and buttons. */
const bankForm = ({ secrets }: BankView, content: Html): Html =>
  html`<form method="post" action="${SITE_PATH}">
<input type="hidden" name="state" value="${secrets.state}"><input type="hidden" name="csrf" value="${secrets.csrf}">
${content}</form>`;

/** The button that cancels a step. */
const cancelButton = ({ words }: BankView): Html =>
  html`<button class="quiet" name="action" value="cancel" formnovalidate data-testid="cancel">${words.cancel}</button>`;

/** A form with only the way back. */
export const backForm = (view: BankView): Html =>
  bankForm(
    view,
    html`<button class="primary" name="action" value="cancel" data-testid="cancel">${view.words.goBack(view.application)}</button>`,
  );

/** A form with a single action's button. */
export const stepForm = (view: BankView, action: string, label: string, fields: Html): Html =>
  bankForm(
    view,
    html`${fields}<button class="primary" name="action" value="${action}" data-testid="submit">${label}</button>
${cancelButton(view)}`,
  );

/** The sign-in form, prefilled with a test user, and the other test users. */
export const signInForm = (
  view: BankView,
  { fields, refusal }: Extract<SitePage, { at: "sign-in" }>,
): Html => {
  const { visitor, words, secrets } = view;
  const user = SITE_USERS.find((siteUser) => siteUser === view.user) ?? "good";
  const [username, password] = USERS[user];
  const describedBy = refusal && html` aria-invalid="true" aria-describedby="problem"`;
  const inputs = fields.map(({ name, type }) => {
    const isSecret = type !== "text";
    const label = SANDBOX_WORDS[visitor.language].labels[name as SandboxLabel];
    return html`<div><label class="above" for="${name}">${label}</label>
<input id="${name}" name="${name}" type="${isSecret ? "password" : "text"}" value="${isSecret ? password : username}"
autocomplete="off" autocapitalize="none" spellcheck="false" required${describedBy} data-testid="credential-${name}"></div>`;
  });
  const buttons = html`<button class="primary" name="action" value="sign-in" data-testid="submit">${words.signInAndShare}</button>
<button name="action" value="choose" data-testid="choose">${words.signInAndChoose}</button>`;
  const links = SITE_USERS.map((siteUser) => {
    const [name, secret] = USERS[siteUser];
    const href = `${SITE_PATH}?${new URLSearchParams({ state: secrets.state, as: siteUser })}`;
    return html`<li><a href="${href}"${siteUser === user && html` aria-current="true"`}><span>${words.users[siteUser]}</span> <kbd>${name} · ${secret}</kbd></a></li>`;
  });
  return html`${bankForm(view, html`${inputs}${buttons}${cancelButton(view)}`)}
<p class="small">${words.promise(view.application)}</p>
<details><summary>${words.whoCanSignIn}</summary><p class="small">${words.fillsIn}</p><ul>${links}</ul></details>`;
};

type ChallengeForm = { title: string; help: string | null; fields: Html };

/** Returns the form of a challenge, by its input. */
export const challengeFields = (
  { visitor, words }: BankView,
  challenge: Challenge,
): ChallengeForm => {
  return byInput<Challenge, ChallengeForm>(challenge, {
    device: ({ devices }) => ({
      title: words.device,
      help: null,
      fields: html`<fieldset>${devices.map(({ id, mask }, at) =>
        choice({ name: "answer_0", value: id, label: mask, isFirst: at === 0 }),
      )}</fieldset>`,
    }),
    code: ({ sent_to }) => ({
      title: words.code,
      help: [sent_to && words.codeSentTo(sent_to), words.codeHint].filter((text) => text).join(" "),
      fields: html`<div><label class="above" for="code">${words.codeLabel}</label>
<input id="code" name="answer_0" type="text" inputmode="numeric" autocomplete="one-time-code" required data-testid="mfa-code"></div>`,
    }),
    text: ({ questions }) => ({
      title: words.questions,
      help: null,
      fields: html`${questions.map(
        (question, at) =>
          html`<div><label class="above" for="answer-${at}">${question}</label>
<input id="answer-${at}" name="answer_${at}" type="text" autocomplete="off" required data-testid="mfa-answer-${at}"></div>`,
      )}`,
    }),
    options: ({ questions }) => ({
      title: words.questions,
      help: null,
      fields: html`${questions.map(
        ({ question, options }, at) =>
          html`<fieldset lang="${visitor.language}"><legend>${question}</legend>${options.map(
            (option, index) =>
              choice({
                name: `answer_${at}`,
                value: option,
                label: option,
                isFirst: index === 0,
                testId: `mfa-option-${at}-${index}`,
              }),
          )}</fieldset>`,
      )}`,
    }),
  });
};

const choice = ({
  name,
  value,
  label,
  isFirst,
  testId = `mfa-device-${value}`,
}: {
  name: string;
  value: string;
  label: string;
  isFirst: boolean;
  testId?: string;
}): Html =>
  html`<label class="option"><input type="radio" name="${name}" value="${value}" required${isFirst && html` checked`} data-testid="${testId}"><span>${label}</span></label>`;

/** The accounts to choose from, and the duration of the sharing. */
export const accountFields = (
  { visitor, words }: BankView,
  accounts: readonly BankAccount[],
  lacksChoice: boolean,
): Html => {
  const boxes = accounts.map(
    ({ key, name, mask, balances }, at) =>
      html`<label class="option"><input type="checkbox" name="account" value="${key}"${!lacksChoice && html` checked`} data-testid="account-${at}">
<span>${name}${mask !== null && html`<small>${words.ending(mask)}</small>`}</span><span class="amount">${amount(visitor.language, balances)}</span></label>`,
  );
  return html`<fieldset${lacksChoice && html` aria-describedby="problem"`}>${boxes}</fieldset>
<div><label class="above" for="days">${words.term}</label><select id="days" name="days" data-testid="days"><option value="365">${words.year}</option><option value="7">${words.week}</option></select></div>`;
};

const amount = (
  language: string,
  { current, iso_currency_code: currency }: BankAccount["balances"],
): string => {
  if (current === null || currency === null) return "";
  return new Intl.NumberFormat(language, { style: "currency", currency }).format(current);
};
