import { createHash } from "node:crypto";
import { errors } from "oidc-provider";
import { html } from "./html.mjs";
import { page } from "./pages.mjs";
import { findCustomer } from "./people/customers.mjs";
import { readForm } from "./read-form.mjs";
import { requireOwnOrigin } from "./require-own-origin.mjs";
import { showPage } from "./show-page.mjs";

/** @import { IncomingMessage, ServerResponse } from "node:http" */
/** @import { BankProvider } from "./oidc.d.mts" */
/** @import { Storage } from "./storage.mjs" */

const KIND = "BackchannelAuthenticationRequest";

/**
 * The bank's app, as far as a page can be one: it lists its customers' pending approvals, by OpenID
 * CIBA, and lets them approve or refuse. In this bank everybody sees everybody's.
 * @param {{ provider: BankProvider, storage: Storage, issuer: string,
 *   storeConsent: ReturnType<typeof import("./consents.mjs").consentStore>,
 *   authorisations: ReturnType<typeof import("./berlin-group/authorisations.mjs").authorisationStore>,
 *   intents: ReturnType<typeof import("./uk/consents.mjs").intentStore> }} options
 */
export const appRoutes = ({ provider, storage, issuer, storeConsent, authorisations, intents }) => {
  const waiting = () => [
    ...storage
      .find(KIND, ({ grantId, error, consumed }) => !grantId && !error && !consumed)
      .map((key) => storage.get(key))
      .filter((request) => request !== undefined),
    // Consents of the Berlin Group, without OAuth.
    ...authorisations.waiting().map((authorisation) => ({
      jti: authorisation.id,
      accountId: authorisation.customerId,
      clientId: intents.read(authorisation.consentId)?.clientId,
      params: { binding_message: authorisation.code },
      authorisation,
    })),
  ];

  /**
   * @param {any} request
   */
  const approve = async ({ jti, accountId, clientId, scope, resource, authorisation }) => {
    const accountIds = findCustomer(accountId)?.accounts.map(({ id }) => id) ?? [];
    if (authorisation) return authorisations.finish(authorisation, accountIds);
    const grant = new provider.Grant({ accountId, clientId });
    grant.addOIDCScope(scope);
    if (resource) grant.addResourceScope(resource, scope);
    const grantId = await grant.save();
    storeConsent(grantId, accountId, accountIds);
    await provider.backchannelResult(jti, grantId);
  };

  return async (/** @type {IncomingMessage} */ request, /** @type {ServerResponse} */ response) => {
    if (request.method !== "POST") {
      const clients = await Promise.all(
        waiting().map((each) => provider.Client.find(each.clientId)),
      );
      const requests = waiting().map((each, at) => ({
        reference: referenceOf(each.jti),
        code: each.params?.binding_message ?? "none",
        customer: findCustomer(each.accountId)?.name.first ?? "",
        clientName: clients[at]?.clientName ?? each.clientId,
      }));
      return showPage(response, 200, appPage(requests));
    }
    if (!requireOwnOrigin(request, response, issuer)) return;
    const form = await readForm(request);
    const approvalRequest = waiting().find(({ jti }) => referenceOf(jti) === form.get("request"));
    if (
      approvalRequest &&
      form.get("answer") === "approve" &&
      findCustomer(approvalRequest.accountId)?.mayShare !== false
    )
      await approve(approvalRequest);
    else if (approvalRequest?.authorisation) authorisations.refuse(approvalRequest.authorisation);
    else if (approvalRequest)
      await provider.backchannelResult(approvalRequest.jti, new errors.AccessDenied());
    return void response.writeHead(303, { location: "/app" }).end();
  };
};

/**
 * A reference for pages to an id that only its client may know.
 * @param {string} id
 */
export const referenceOf = (id) => createHash("sha256").update(id).digest("hex").slice(0, 16);

/**
 * @param {readonly { reference: string, code: string, customer: string, clientName: string }[]} requests
 */
const appPage = (requests) =>
  page(
    "The app",
    requests.length === 0
      ? html`
          <meta http-equiv="refresh" content="2">
          <h1>Nothing to approve</h1>
          <p class="lead">This page stands for the app on a customer’s phone. What they are asked to approve
            appears here.</p>`
      : html`
          <h1>Approve?</h1>
          ${requests.map(
            ({ reference, code, customer, clientName }) => html`
              <form method="post" action="/app" class="stack">
                <p class="lead"><strong>${clientName}</strong> asks to see all accounts of
                  <strong>${customer}</strong>.</p>
                <p>Approve only if you see this code there, too:</p>
                <p class="code">${code}</p>
                <input type="hidden" name="request" value="${reference}">
                <button class="primary" name="answer" value="approve">Approve</button>
                <button class="quiet" name="answer" value="refuse">Refuse</button>
              </form>`,
          )}`,
  );
