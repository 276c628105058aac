import { html } from "../html.mjs";
import { page } from "../pages.mjs";
import { readForm } from "../read-form.mjs";
import { requireOwnOrigin } from "../require-own-origin.mjs";
import { showPage } from "../show-page.mjs";
import { faultsOf } from "./switches.mjs";

/** @import { IncomingMessage, ServerResponse } from "node:http" */
/** @import { FaultSwitches } from "./switches.mjs" */

/**
 * The page on which partners switch faults on and off.
 * @param {FaultSwitches} switches
 * @param {string} issuer
 * @param {"fdx" | "uk" | "berlin-group"} standard
 */
export const faultRoutes =
  (switches, issuer, standard) =>
  async (/** @type {IncomingMessage} */ request, /** @type {ServerResponse} */ response) => {
    if (request.method !== "POST") return showPage(response, 200, faultsPage(switches, standard));
    if (!requireOwnOrigin(request, response, issuer)) return;
    switches.set((await readForm(request)).getAll("fault"));
    return void response.writeHead(303, { location: "/faults" }).end();
  };

/**
 * @param {FaultSwitches} switches
 * @param {"fdx" | "uk" | "berlin-group"} standard
 */
const faultsPage = (switches, standard) => {
  const count = switches.active().length;
  return page(
    "Faults",
    html`
      <h1>Make it misbehave</h1>
      <p class="lead">Each switch is something that a bank gets wrong. <code>service-link
        check-institution</code> names what it finds.</p>
      <p role="status" class="state">${count === 0 ? "The bank behaves." : `${count} switched on.`}</p>
      <form method="post" action="/faults" class="stack">
        ${faultsOf(standard).map(
          ({ title, faults }) => html`
            <fieldset>
              <legend>${title}</legend>
              <ul class="faults">
                ${faults.map(
                  ({ name, description }) => html`
                    <li><label>
                      <input type="checkbox" name="fault" value="${name}" ${switches.isOn(name) && html`checked`}>
                      <span>${description}<code>${name}</code></span>
                    </label></li>`,
                )}
              </ul>
            </fieldset>`,
        )}
        <div class="bar"><button class="primary">Apply</button></div>
      </form>
      <form method="post" action="/faults"><button class="quiet">Switch everything off</button></form>
      <p class="small">Or for one request: add <code>?misbehave=data-down</code> to its address, with several
        names between commas.</p>`,
  );
};
