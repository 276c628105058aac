import { html } from "./html.mjs";
import { dollars, lastFour } from "./money.mjs";
import { CUSTOMERS, PASSWORD } from "./people/customers.mjs";
import { isDebt } from "./people/products.mjs";

/** @import { AccountSeed, Customer } from "./people/types.d.mts" */

const BANK_NAME = "Lanternfield Bank";

/**
 * The login page of one authorization.
 * @param {{ at: string, clientName: string, login?: string, isRefused?: boolean }} options
 */
export const loginPage = ({ at, clientName, login = "", isRefused = false }) =>
  page(
    "Sign in",
    html`
      <h1>Sign in</h1>
      <p class="lead">to choose what to share with <strong>${clientName}</strong>, which connects the
        application that you came from, such as Fernweather</p>
      ${isRefused && problem("That name and password do not belong together.", "refused")}
      <form method="post" action="${at}/login" class="stack">
        <div class="field">
          <label for="login">Customer name</label>
          <input id="login" name="login" value="${login}" autocomplete="username" autocapitalize="none"
            spellcheck="false" data-testid="credential-username" required ${!isRefused && html`autofocus`}
            ${isRefused && html`aria-describedby="refused"`}>
        </div>
        <div class="field">
          <label for="password">Password</label>
          <input id="password" name="password" type="password" autocomplete="current-password"
            data-testid="credential-password" required
            ${isRefused && html`autofocus aria-invalid="true" aria-describedby="refused"`}>
        </div>
        <button class="primary" data-testid="submit">Sign in</button>
      </form>
      ${cancelForm(at, clientName)}
      <details class="people">
        <summary>A made-up bank: who can sign in?</summary>
        <p>Everybody’s password is <kbd>${PASSWORD}</kbd>.</p>
        <dl>
          ${CUSTOMERS.map((each) => html`<div><dt><kbd>${each.login}</kbd></dt><dd>${each.describes}</dd></div>`)}
        </dl>
      </details>`,
  );

/**
 * The consent page: the client, the scopes, and the accounts to choose from.
 * @param {{ at: string, clientName: string, customer: Customer, scopes: readonly string[],
 *   balances: ReadonlyMap<string, number>, consentDays: number, lacksChoice?: boolean }} options
 */
export const consentPage = ({
  at,
  clientName,
  customer,
  scopes,
  balances,
  consentDays,
  lacksChoice = false,
}) =>
  page(
    "Share your accounts",
    html`
      <p class="who"><span class="initial" aria-hidden="true">${customer.name.first[0]}</span>
        ${customer.name.first} ${customer.name.last}</p>
      <h1>Share with ${clientName}?</h1>
      <p class="lead">The application that you came from, such as Fernweather, reads your accounts
        through ${clientName}.</p>
      ${lacksChoice && problem("Choose at least one account, or cancel.", "refused")}
      <form method="post" action="${at}/consent" class="stack">
        <fieldset ${lacksChoice && html`aria-describedby="refused"`}>
          <legend>Which accounts</legend>
          <ul class="accounts">
            ${customer.accounts.map((each) => accountChoice(each, balances.get(each.id) ?? 0, lacksChoice))}
          </ul>
        </fieldset>
        <section aria-labelledby="sees">
          <h2 id="sees">What ${clientName} will see</h2>
          <ul class="scopes">${scopes.map((each) => html`<li>${each}</li>`)}</ul>
          <p class="small">It cannot move money, and never learns your password. Sharing ends after
            ${consentDays === 365 ? "12 months" : `${consentDays} days`},
            or when you end it, here or there.</p>
        </section>
        <button class="primary" data-testid="submit">Share</button>
      </form>
      ${cancelForm(at, clientName)}`,
  );

/**
 * The page of a customer whose sign-in comes before the consent.
 * @param {{ at: string, clientName: string, customer: Customer }} options
 */
export const signedInPage = ({ at, clientName, customer }) =>
  page(
    "Signed in",
    html`
      <p class="who"><span class="initial" aria-hidden="true">${customer.name.first[0]}</span>
        ${customer.name.first} ${customer.name.last}</p>
      <h1>Go on with ${clientName}?</h1>
      <form method="post" action="${at}/consent" class="stack">
        <section aria-labelledby="sees">
          <h2 id="sees">What ${clientName} will see</h2>
          <p>Nothing yet. It asks for your accounts next, and you say yes or no to that.</p>
        </section>
        <button class="primary" data-testid="submit">Continue</button>
      </form>
      ${cancelForm(at, clientName)}`,
  );

/**
 * A page for a customer who cannot share anything, with the way back.
 * @param {{ at: string, clientName: string, customer: Customer }} options
 */
export const nothingToSharePage = ({ at, clientName, customer }) =>
  page(
    "Nothing to share",
    html`
      <h1>${customer.mayShare === false ? "Sharing is blocked" : "Nothing to share"}</h1>
      <p class="lead">
        ${
          customer.mayShare === false
            ? `You may not share your accounts, ${customer.name.first}. Your branch can tell you why.`
            : `You have no open account, ${customer.name.first}.`
        }
      </p>
      ${cancelForm(at, clientName, true)}`,
  );

/**
 * A page for an error that has no way back.
 * @param {string} message
 */
export const problemPage = (message) =>
  page(
    "This did not work",
    html`<h1>This did not work</h1>
      <p class="lead">${message}</p>
      <p class="after">Close this page, go back to where you came from, and start again.</p>`,
  );

/**
 * The bank's front page, for developers.
 * @param {{ issuer: string }} options
 */
export const frontPage = ({ issuer }) =>
  page(
    "Welcome",
    html`
      <h1>A bank to test against</h1>
      <p class="lead">An OpenID provider with a data API, as Link reaches one. Nobody’s money is here.</p>
      <dl class="facts">
        <div><dt>Issuer</dt><dd><code>${issuer}</code></dd></div>
        <div><dt>Metadata</dt><dd><a href="/.well-known/openid-configuration">openid-configuration</a></dd></div>
        <div><dt>Data API</dt><dd><code>${issuer}/fdx/v6</code></dd></div>
        <div><dt>Customers</dt><dd>${CUSTOMERS.map(({ login }) => html`<kbd>${login}</kbd> `)}</dd></div>
        <div><dt>Password</dt><dd><kbd>${PASSWORD}</kbd></dd></div>
      </dl>
      <p><a href="/app">What its app asks to approve</a></p>
      <p><a href="/sharing">What its customers share</a></p>
      <p><a href="/faults">Make it misbehave</a></p>`,
  );

/**
 * @param {string} title
 * @param {unknown} content
 */
export const page = (title, content) =>
  String(html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${title} · ${BANK_NAME}</title>
    <link rel="icon" href="/lantern.svg" type="image/svg+xml">
    <link rel="stylesheet" href="/bank.css">
    <link rel="stylesheet" href="/accounts.css">
  </head>
  <body>
    <header>
      <p class="brand"><img src="/lantern.svg" alt="" width="36" height="36">${BANK_NAME}</p>
      <p class="motto">A light left on for your money.</p>
    </header>
    <main>${content}</main>
  </body>
</html>
`);

/**
 * @param {string} message
 * @param {string} id
 */
const problem = (message, id) => html`<p class="problem" role="alert" id="${id}">${message}</p>`;

/**
 * @param {AccountSeed} account
 * @param {number} cents
 * @param {boolean} isEmpty
 */
const accountChoice = (account, cents, isEmpty) => html`
  <li><label>
    <input type="checkbox" name="account" value="${account.id}" data-testid="account-${account.id}" ${!isEmpty && html`checked`}>
    <span class="name">${account.productName}<span class="number">ending in ${lastFour(account.number)}</span></span>
    <span class="amount">${dollars(isDebt(account) ? Math.abs(cents) : cents)}${isDebt(account) && html`<span class="number">${cents < 0 ? "in credit" : "owed"}</span>`}</span>
  </label></li>`;

/**
 * @param {string} at its address, which the forms are posted below
 * @param {string} clientName
 * @param {boolean} [isOnlyChoice]
 */
const cancelForm = (at, clientName, isOnlyChoice = false) => html`
  <form method="post" action="${at}/cancel" class="${isOnlyChoice && "stack"}">
    <button class="${isOnlyChoice ? "primary" : "quiet"}">
      ${isOnlyChoice ? `Go back to ${clientName}` : "Cancel and go back"}
    </button>
  </form>`;
