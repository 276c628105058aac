const dataset = (): DOMStringMap => globalThis.document?.documentElement.dataset ?? {};

/** Returns the brand's name and headers, which the server writes into the document. */
export const brand = (): { name: string; headers: string } => {
  const { brand: name = "service-link", headers = "Service" } = dataset();
  return { name, headers };
};

/** Returns a command of the server. A brand name other than ours omits the program's name. */
export const command = (name: string): string =>
  dataset().brand === undefined ? `npx service-link ${name}` : name;

/** Returns whether the server has members, which it writes into the document. */
export const hasMembers = (): boolean => "members" in dataset();

/** Returns whether the browser has passkeys here: on a page by TLS or of this machine, and at a name. */
export const hasPasskeys = (): boolean =>
  "parseRequestOptionsFromJSON" in (globalThis.PublicKeyCredential ?? {});

/** The name of the site. */
export const Name = () => (
  <p class="name">
    {brand().name} <span>Dashboard</span>
  </p>
);
