const dataset = (): DOMStringMap => globalThis.document?.documentElement.dataset ?? {};

/** The name and the headers of whoever hosts the server, which it writes into the document. */
export const brand = (): { name: string; headers: string } => {
  const { brand: name = "service-link", headers = "Service" } = dataset();
  return { name, headers };
};

/** A command of the server as people read it: under another name than ours without the program's. */
export const command = (name: string): string =>
  dataset().brand === undefined ? `npx service-link ${name}` : name;
