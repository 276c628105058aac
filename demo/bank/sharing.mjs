import { referenceOf } from "./app.mjs";
import { CONSENT_LIFETIME } from "./consents.mjs";
import { html } from "./html.mjs";
import { page } from "./pages.mjs";
import { findCustomer } from "./people/customers.mjs";
import { readForm } from "./read-form.mjs";
import { requireOwnOrigin } from "./require-own-origin.mjs";
import { showPage } from "./show-page.mjs";

/** @import { IncomingMessage, ServerResponse } from "node:http" */
/** @import { BankProvider } from "./oidc.d.mts" */
/** @import { Storage } from "./storage.mjs" */

const TOKEN_KINDS = /** @type {const} */ (["AccessToken", "RefreshToken", "AuthorizationCode"]);

/**
 * The page on which customers change which accounts they share, or end that. In this bank everybody sees everybody's.
 * @param {{ provider: BankProvider, storage: Storage, issuer: string,
 *   intents: ReturnType<typeof import("./uk/consents.mjs").intentStore> }} options
 */
export const sharingRoutes = ({ provider, storage, issuer, intents }) => {
  const consents = () =>
    storage.find("Consent", () => true).map((key) => ({ key, consent: storage.get(key) ?? {} }));

  /** @param {string} key */
  const fetchClientName = async (key) => {
    const id = key.slice("Consent:".length);
    // A consent without tokens has no grant, and belongs to its client only.
    const grant = (await provider.Grant.find(id)) ?? intents.read(id);
    return grant && (await provider.Client.find(grant.clientId))?.clientName;
  };

  /** @param {string} key */
  const end = async (key) => {
    const grantId = key.slice("Consent:".length);
    for (const kind of TOKEN_KINDS) await provider[kind].revokeByGrantId(grantId);
    await (await provider.Grant.find(grantId))?.destroy();
    storage.delete(key);
  };

  return async (/** @type {IncomingMessage} */ request, /** @type {ServerResponse} */ response) => {
    if (request.method !== "POST") {
      const all = await Promise.all(
        consents().map(async (consent) => ({
          ...consent,
          clientName: await fetchClientName(consent.key),
        })),
      );
      const clientConsents = all.filter(({ clientName }) => clientName !== undefined);
      return showPage(response, 200, sharingPage(clientConsents));
    }
    if (!requireOwnOrigin(request, response, issuer)) return;
    const form = await readForm(request);
    const consent = consents().find(({ key }) => referenceOf(key) === form.get("consent"));
    const accountIds = form.getAll("account").filter((id) => holds(consent?.consent, id));
    if (consent && form.has("end")) await end(consent.key);
    else if (consent && accountIds.length > 0)
      storage.set(consent.key, { ...consent.consent, accountIds }, CONSENT_LIFETIME);
    return void response.writeHead(303, { location: "/sharing" }).end();
  };
};

/**
 * @param {Record<string, any> | undefined} consent
 * @param {string} accountId
 */
const holds = (consent, accountId) =>
  findCustomer(consent?.customerId)?.accounts.some(({ id }) => id === accountId);

/** @param {readonly { key: string, consent: Record<string, any>, clientName: string | undefined }[]} all */
const sharingPage = (all) =>
  page(
    "Sharing",
    all.length === 0
      ? html`
          <h1>Nothing is shared</h1>
          <p class="lead">Who shares which accounts with whom appears here.</p>`
      : html`
          <h1>What is shared</h1>
          ${all.map(({ key, consent, clientName }) => {
            const customer = findCustomer(consent.customerId);
            return html`
              <form method="post" action="/sharing" class="stack">
                <input type="hidden" name="consent" value="${referenceOf(key)}">
                <fieldset>
                  <legend>${customer?.name.first} shares with ${clientName}</legend>
                  <ul class="accounts">
                    ${customer?.accounts.map(
                      ({ id, productName }) => html`
                        <li><label>
                          <input type="checkbox" name="account" value="${id}" ${consent.accountIds.includes(id) && html`checked`}>
                          <span class="name">${productName}</span>
                        </label></li>`,
                    )}
                  </ul>
                </fieldset>
                <button class="primary">Change</button>
                <button name="end" value="yes">End sharing</button>
              </form>`;
          })}`,
  );
