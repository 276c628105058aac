/**
 * The address of Link's document, with what is public and lets it come with the right list at once.
 * With a token it does not name the client: there is no list then before the session starts.
 */
export const frameUrl = (linkOrigin: string, pageOrigin: string, settings: object): string => {
  const names = ["clientName", "product", "countryCodes", "language", "theme"];
  const shown = JSON.stringify(settings, names.slice("token" in settings ? 1 : 0));
  return `${linkOrigin}/link.html?${new URLSearchParams({ origin: pageOrigin, ...JSON.parse(shown) })}`;
};

/** Link's frame, not yet in the page, and without its address. */
export const createFrame = (): HTMLIFrameElement =>
  Object.assign(document.createElement("iframe"), {
    sandbox:
      "allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox",
    referrerPolicy: "no-referrer",
    name: "service-link",
    // In any language, until Link says its title itself.
    title: "Link",
    // With another colour scheme than its document's the frame would be painted opaque.
    style: "all:initial;color-scheme:light;display:block;visibility:inherit;width:100%;height:100%",
  });
