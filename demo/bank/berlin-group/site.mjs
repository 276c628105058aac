import { randomBytes } from "node:crypto";
import { consentPage, loginPage, nothingToSharePage, problemPage } from "../pages.mjs";
import { currentBalance } from "../people/balances.mjs";
import { authenticate, findCustomer } from "../people/customers.mjs";
import { DATA_SCOPES } from "../provider.mjs";
import { readForm } from "../read-form.mjs";
import { showPage } from "../show-page.mjs";
import { isOf } from "../sign-in.mjs";

/** @import { IncomingMessage, ServerResponse } from "node:http" */
/** @import { BankClient } from "../server.d.mts" */
/** @import { Authorisation } from "./authorisations.mjs" */

/**
 * The pages on which a customer authorizes a consent without OAuth: sign in, choose accounts, confirm or cancel. The
 * same-site cookie of the sign-in, limited to its path, protects the forms from CSRF.
 * @param {{ clients: readonly BankClient[], clock: () => number, consentDays: number,
 *   authorisations: ReturnType<typeof import("./authorisations.mjs").authorisationStore>,
 *   intents: ReturnType<typeof import("../uk/consents.mjs").intentStore> }} options
 */
export const confirmRoutes = ({ clients, clock, consentDays, authorisations, intents }) => {
  /**
   * @param {ServerResponse} response
   * @param {Authorisation} authorisation
   * @param {{ at: string, clientName: string }} view
   * @param {boolean} [lacksChoice]
   */
  const showConsent = (response, authorisation, view, lacksChoice = false) => {
    const customer = findCustomer(authorisation.customerId ?? "");
    const intent = intents.read(authorisation.consentId);
    if (!customer || !intent) return showPage(response, 400, problemPage("Sign in first."));
    if (customer.mayShare === false || customer.accounts.length === 0)
      return showPage(response, 200, nothingToSharePage({ ...view, customer }));
    const scopes = Object.entries(DATA_SCOPES)
      .filter(([scope]) => intent.permissions.some((each) => isOf(each, scope)))
      .map(([, words]) => words);
    const balances = new Map(
      customer.accounts.map((account) => [account.id, currentBalance(customer, account, clock())]),
    );
    const content = { customer, scopes, balances, consentDays, lacksChoice };
    return showPage(response, lacksChoice ? 422 : 200, consentPage({ ...view, ...content }));
  };

  /**
   * @param {ServerResponse} response
   * @param {string | undefined} location
   * @param {Record<string, string>} [headers]
   */
  const leave = (response, location, headers = {}) =>
    void response.writeHead(303, { location, ...headers }).end();

  return async (/** @type {IncomingMessage} */ request, /** @type {ServerResponse} */ response) => {
    const [, , id = "", action] = (request.url ?? "").split("?")[0]?.split("/") ?? [];
    const authorisation = authorisations.read(id);
    if (!authorisation || /^(finalised|failed)$/.test(authorisation.scaStatus))
      return showPage(response, 400, problemPage("This took too long, or is over already."));
    const at = `/confirm/${id}`;
    const clientId = intents.read(authorisation.consentId)?.clientId;
    const client = clients.find((each) => each.id === clientId);
    const view = { at, clientName: client?.name ?? "an application" };
    const [, browser] = /(?:^|; )bank_confirm=([\w-]+)/.exec(request.headers.cookie ?? "") ?? [];
    const isSignedIn = browser !== undefined && browser === authorisation.browser;
    if (request.method === "GET" && action === undefined)
      return isSignedIn
        ? showConsent(response, authorisation, view)
        : showPage(response, 200, loginPage(view));
    if (request.method !== "POST") return showPage(response, 405, problemPage("Go back, please."));
    if (action === "login") {
      const form = await readForm(request);
      const login = form.get("login") ?? "";
      const customer = authenticate(login, form.get("password") ?? "");
      if (!customer) return showPage(response, 401, loginPage({ ...view, login, isRefused: true }));
      const secret = randomBytes(24).toString("base64url");
      const scaStatus = "psuAuthenticated";
      authorisations.write({
        ...{ ...authorisation, scaStatus, customerId: customer.id, browser: secret },
      });
      const cookie = `bank_confirm=${secret}; Path=${at}; HttpOnly; SameSite=Lax`;
      return leave(response, at, { "set-cookie": cookie });
    }
    if (action === "cancel" && (isSignedIn || authorisation.browser === undefined)) {
      authorisations.refuse(authorisation);
      return leave(response, authorisation.refusalUrl ?? authorisation.returnUrl);
    }
    if (action !== "consent" || !isSignedIn)
      return showPage(response, 404, problemPage("There is no such page."));
    const customer = findCustomer(authorisation.customerId ?? "");
    const accountIds = (await readForm(request))
      .getAll("account")
      .filter((each) => customer?.accounts.some((account) => account.id === each));
    if (accountIds.length === 0) return showConsent(response, authorisation, view, true);
    authorisations.finish(authorisation, accountIds);
    return leave(response, authorisation.returnUrl);
  };
};
