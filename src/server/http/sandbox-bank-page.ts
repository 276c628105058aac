/// <reference types="vite/client" />
import reset from "../../design/reset.css?raw";
import scale from "../../design/scale.css?raw";
import { ERROR_WORDS } from "../../i18n/errors.ts";
import { SANDBOX_BANK_WORDS, SCOPE_WORDS } from "../../i18n/sandbox-bank.ts";
import { LOGO_PATHS } from "../../protocol/brand/logo-paths.ts";
import { linkError } from "../../protocol/errors/errors.ts";
import type { Language } from "../../protocol/vocabulary.ts";
import type { Visitor } from "../bridge/oauth/visit-site.ts";
import {
  SITE_PATH,
  type SitePage,
  type SiteRefusal,
} from "../domain/connectors/institution-site.ts";
import type { CatalogueInstitution } from "../domain/institutions/institution.ts";
import { contentSecurityPolicy, hashSource } from "./content-security-policy.ts";
import { type Html, html, trusted } from "./html.ts";
import type { OAuthPage } from "./oauth-page.ts";
import own from "./sandbox-bank.css?raw";
import forms from "./sandbox-bank-forms.css?raw";
import {
  accountFields,
  type BankView,
  backForm,
  challengeFields,
  signInForm,
  stepForm,
} from "./sandbox-bank-forms.ts";

const STYLE = scale + reset + own + forms;

/** A page: its title, its content, and its actions. */
type Content = { title: string; lead?: Html | string | null; problem?: Html | null; body?: Html };

/** The page of a visit to the sandbox bank, with a form prefilled for a test user. */
export const bankPage = (
  visitor: Visitor,
  page: SitePage,
  secrets: BankView["secrets"],
  user: string,
): OAuthPage => {
  const words = SANDBOX_BANK_WORDS[visitor.language];
  const application = visitor.application ?? words.someApplication;
  const content = renderContent({ visitor, words, application, secrets, user }, page);
  return draw(content, visitor);
};

/** The page for a user who is too late and can only return. */
export const latePage = (visitor: Visitor, returnPath: string): OAuthPage => {
  const words = SANDBOX_BANK_WORDS[visitor.language];
  const [title, lead] = words.late;
  const label = words.goBack(visitor.application ?? words.someApplication);
  return draw({ title, lead, body: link(returnPath, label) }, visitor);
};

/** The page for an outdated form, or another page's form. */
export const outdatedPage = (state: string, language: Language): OAuthPage => {
  const words = SANDBOX_BANK_WORDS[language];
  const [title, lead] = words.outdated;
  const body = link(`${SITE_PATH}?${new URLSearchParams({ state })}`, words.loadAgain);
  return { ...draw({ title, lead, body }, { language }), status: 403 };
};

const link = (href: string, label: string): Html =>
  html`<p class="way"><a class="button primary" href="${href}">${label}</a></p>`;

function renderContent(view: BankView, page: SitePage): Content {
  const { words, application, visitor } = view;
  switch (page.at) {
    case "sign-in":
      return {
        title: words.signIn,
        lead: asks(view),
        problem: renderProblem(visitor.language, page.refusal),
        body: signInForm(view, page),
      };
    case "captcha": {
      const [title, lead] = words.captcha;
      const box = html`<label class="option"><input type="checkbox" name="human" value="true" data-testid="human"><span>${words.isHuman}</span></label>`;
      const problem = renderProblem(visitor.language, page.refusal);
      return { title, lead, problem, body: stepForm(view, "confirm", words.next, box) };
    }
    case "challenge": {
      const { title, help, fields } = challengeFields(view, page.challenge);
      const problem = renderProblem(visitor.language, page.refusal);
      return { title, lead: help, problem, body: stepForm(view, "answer", words.next, fields) };
    }
    case "accounts": {
      const fields = accountFields(view, page.accounts, page.lacksChoice);
      return {
        title: words.accounts,
        lead: words.accountsHelp(application),
        problem: page.lacksChoice ? problem(words.lacksChoice) : null,
        body: stepForm(view, "share", words.share, fields),
      };
    }
    case "blocked": {
      const [title, lead] = words.blocked;
      return { title, lead, body: backForm(view) };
    }
    case "elsewhere": {
      const [title, lead] = words.elsewhere;
      return { title, lead };
    }
  }
}

/** The requesting application, and its request. */
function asks({ visitor, words, application }: BankView): Html {
  const isAskedFor = (name: string) =>
    name === "accounts" || visitor.products.some((product) => product === name);
  const scope = Object.entries(SCOPE_WORDS[visitor.language].scope)
    .filter(([name]) => isAskedFor(name))
    .map(([, { name }]) => html`<li>${name}</li>`);
  const sentence = visitor.isUpdate ? words.asksAgain(application) : words.asks(application);
  return html`<div class="asks"><p>${sentence}</p><ul>${scope}</ul></div>`;
}

function renderProblem(language: Language, refusal: SiteRefusal | null): Html | null {
  if (refusal === null) return null;
  const { code, detail } = refusal;
  const text = ERROR_WORDS[language]?.[code] ?? linkError(code).display_message ?? code;
  return problem(detail === null ? text : html`${text} <small>${detail}</small>`);
}

const problem = (text: Html | string): Html =>
  html`<p class="problem" role="alert" id="problem">${text}</p>`;

type Frame = {
  language: Language;
  institution?: CatalogueInstitution;
  returnOrigin?: string | null;
};

function draw(
  { title, lead = null, problem = null, body }: Content,
  { language, institution, returnOrigin = null }: Frame,
): OAuthPage {
  const { motto, madeUp } = SANDBOX_BANK_WORDS[language];
  const { name = "", logoShape = "tide" } = institution ?? {};
  const page = html`<!doctype html><html lang="${language}"><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex">
<title>${title}${name && ` · ${name}`}</title><style>${trusted(STYLE)}</style>
<header class="bank"><p class="brand"><svg viewBox="4 6 32 28" aria-hidden="true"><path fill-rule="evenodd" d="${LOGO_PATHS[logoShape]}"/></svg>${name}</p>
<p class="motto">${motto}</p></header>
<main><h1>${title}</h1>${typeof lead === "string" ? html`<p>${lead}</p>` : lead}${problem}${body}</main>
<footer>${madeUp}</footer></html>`;
  const policy = contentSecurityPolicy({
    style: [hashSource(STYLE)],
    img: ["data:"],
    // The response to a form redirects to our return page, and from there to the application's
    // page.
    form: ["'self'", ...(returnOrigin === null ? [] : [returnOrigin])],
  });
  return { status: 200, policy, html: page.html };
}
