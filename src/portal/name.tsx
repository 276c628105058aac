/** Returns the operator's brand, which the server writes into the document. */
export const brandName = (): string =>
  globalThis.document?.documentElement.dataset.brand ?? "service-link";

/** The operator's brand, above every view. */
export const Name = () => <p class="name">{brandName()}</p>;
