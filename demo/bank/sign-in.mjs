import { consentPage, loginPage, nothingToSharePage, problemPage, signedInPage } from "./pages.mjs";
import { currentBalance } from "./people/balances.mjs";
import { authenticate, findCustomer } from "./people/customers.mjs";
import { DATA_SCOPES } from "./provider.mjs";
import { readForm } from "./read-form.mjs";
import { showPage } from "./show-page.mjs";

/** @import { IncomingMessage, ServerResponse } from "node:http" */
/** @import { BankProvider, Interaction } from "./oidc.d.mts" */
/** @import { Storage } from "./storage.mjs" */

/**
 * The bank's own part of an authorization: sign in, choose accounts, approve or cancel. The same-site cookie
 * of the step, limited to its path, protects its forms from CSRF.
 * @param {{ provider: BankProvider, clock: () => number, consentDays: number,
 *   storeConsent: ReturnType<typeof import("./consents.mjs").consentStore>,
 *   intents: ReturnType<typeof import("./uk/consents.mjs").intentStore>, preStep: boolean }} options
 */
export const signInRoutes = ({ provider, clock, consentDays, storeConsent, intents, preStep }) => {
  /**
   * @param {IncomingMessage} request
   * @param {ServerResponse} response
   */
  const handle = async (request, response) => {
    const action = (request.url ?? "").split("?")[0]?.split("/")[3];
    const step = await provider.interactionDetails(request, response);
    const client = await provider.Client.find(step.params.client_id);
    const view = {
      at: `/sign-in/${step.uid}`,
      clientName: client?.clientName ?? step.params.client_id,
    };

    /** @param {object} result */
    const finish = (result) => provider.interactionFinished(request, response, result);
    const cancel = (/** @type {string} */ why) =>
      finish({ error: "access_denied", error_description: why });

    if (request.method === "GET" && action === undefined)
      return step.prompt.name === "login"
        ? showPage(response, 200, loginPage(view))
        : showConsent(response, step, view);
    if (request.method !== "POST") return showPage(response, 405, problemPage("Go back, please."));
    if (action === "cancel") return cancel("the customer cancelled");
    const form = await readForm(request);
    if (action === "login" && step.prompt.name === "login") {
      const login = form.get("login") ?? "";
      const customer = authenticate(login, form.get("password") ?? "");
      return customer
        ? finish({ login: { accountId: customer.id, remember: false, acr: SCA } })
        : showPage(response, 401, loginPage({ ...view, login, isRefused: true }));
    }
    // The accounts are chosen in the later consent step.
    if (action === "consent" && step.prompt.name === "consent" && preStep)
      return finish({ consent: { grantId: await grantFor(step, []) } });
    if (action === "consent" && step.prompt.name === "consent") {
      const customer = findCustomer(step.session.accountId);
      const accountIds = form
        .getAll("account")
        .filter((id) => customer?.accounts.some((each) => each.id === id));
      if (customer?.mayShare === false) return cancel("the customer may not share");
      if (accountIds.length === 0) return showConsent(response, step, view, true);
      return finish({ consent: { grantId: await grantFor(step, accountIds) } });
    }
    return showPage(response, 404, problemPage("There is no such page."));
  };

  /**
   * @param {ServerResponse} response
   * @param {Interaction} step
   * @param {{ at: string, clientName: string }} view
   * @param {boolean} [lacksChoice]
   */
  const showConsent = (response, step, view, lacksChoice = false) => {
    const customer = findCustomer(step.session.accountId);
    if (!customer) return showPage(response, 400, problemPage("You have to sign in first."));
    if (preStep) return showPage(response, 200, signedInPage({ ...view, customer }));
    if (customer.mayShare === false || customer.accounts.length === 0)
      return showPage(response, 200, nothingToSharePage({ ...view, customer }));
    const scopes = requestedScopes(step);
    const intent = intents.read(intentIn(step.params) ?? "");
    if (intent && intent.clientId !== step.params.client_id)
      return showPage(response, 400, problemPage("The consent is another client's."));
    const dataScopes = Object.entries(DATA_SCOPES).filter(
      ([scope]) => scopes.includes(scope) || intent?.permissions.some((each) => isOf(each, scope)),
    );
    const balances = new Map(
      customer.accounts.map((account) => [account.id, currentBalance(customer, account, clock())]),
    );
    const content = {
      customer,
      scopes: dataScopes.map(([, words]) => words),
      balances,
      consentDays,
      lacksChoice,
    };
    return showPage(response, lacksChoice ? 422 : 200, consentPage({ ...view, ...content }));
  };

  /**
   * @param {Interaction} step
   * @param {readonly string[]} accountIds
   */
  const grantFor = async ({ params, prompt, session }, accountIds) => {
    const grant = new provider.Grant({ accountId: session.accountId, clientId: params.client_id });
    if (params.scope) grant.addOIDCScope(params.scope);
    for (const [resource, scopes] of Object.entries(prompt.details.missingResourceScopes ?? {}))
      grant.addResourceScope(resource, scopes.join(" "));
    const intentId = intentIn(params);
    if (params.claims) grant.addOIDCClaims(["openbanking_intent_id", "acr"]);
    const grantId = await grant.save();
    if (intentId) intents.authorize(intentId);
    if (accountIds.length > 0) storeConsent(grantId, session.accountId, accountIds, intentId);
    return grantId;
  };

  return async (/** @type {IncomingMessage} */ request, /** @type {ServerResponse} */ response) => {
    try {
      await handle(request, response);
    } catch (error) {
      // oidc-provider throws this if the step is over, or belongs to another browser.
      if (!(error instanceof Error) || error.name !== "SessionNotFound") throw error;
      showPage(response, 400, problemPage("This took too long, or is over already."));
    }
  };
};

/** The authentication context of a strong authentication, as the UK names it. */
const SCA = "urn:openbanking:psd2:sca";

/**
 * The consent that an authorization request names: by a claim in the UK, by a scope of the Berlin Group.
 * @param {Interaction["params"]} params
 * @returns {string | undefined}
 */
const intentIn = ({ claims, scope = "" }) =>
  claims
    ? JSON.parse(claims).id_token?.openbanking_intent_id?.value
    : /(?:^| )AIS:(\S+)/.exec(scope)?.[1];

/**
 * Whether a permission of the UK, or an access of the Berlin Group, is of a scope of the consent page.
 * @param {string} permission
 * @param {string} scope
 */
export const isOf = (permission, scope) =>
  /^(Read)?transactions/i.test(permission)
    ? scope === "Transactions"
    : scope === (/^(ReadParty|ownerName)/.test(permission) ? "Customer" : "Account");

/** @param {Interaction} step */
const requestedScopes = ({ params, prompt }) => [
  ...(params.scope ?? "").split(" "),
  ...Object.values(prompt.details.missingResourceScopes ?? {}).flat(),
];
