/** The name of whoever hosts the server, which it writes into the document. */
export const Name = () => (
  <p class="name">{globalThis.document?.documentElement.dataset.brand ?? "service-link"}</p>
);
