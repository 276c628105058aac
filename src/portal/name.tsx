/** The operator's brand, which the server writes into the document. */
export const Name = () => (
  <p class="name">{globalThis.document?.documentElement.dataset.brand ?? "service-link"}</p>
);
