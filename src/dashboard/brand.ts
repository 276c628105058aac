/** The name and the headers of whoever hosts the server, which it writes into the document. */
export const brand = (): { name: string; headers: string } => {
  const { brand: name = "service-link", headers = "Service" } =
    globalThis.document?.documentElement.dataset ?? {};
  return { name, headers };
};
