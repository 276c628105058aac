import { html, LitElement } from "lit";
import "service-link/element";
import type { ServiceLinkEventMap } from "service-link/element";
import { getToken, origin } from "../get-token.ts";

class ConnectBank extends LitElement {
  static override properties = { banks: { state: true } };
  declare banks: string[];

  constructor() {
    super();
    this.banks = [];
  }

  /** Renders into the page itself, so that the page's style applies to the button. */
  protected override createRenderRoot() {
    return this;
  }

  override render() {
    return html`
      <service-link .origin=${origin} .getToken=${getToken} @success=${this.connected}>
        <button type="button">Connect a bank account</button>
      </service-link>
      <output>${this.banks.join(", ")}</output>
    `;
  }

  // Send the public token to your server, which exchanges it.
  connected({ detail: { metadata } }: ServiceLinkEventMap["success"]) {
    this.banks = [...this.banks, `${metadata.institution.name}`];
  }
}

customElements.define("connect-bank", ConnectBank);
