/** The address of Link's document, with what is public and lets it paint the right list at once. */
export const frameUrl = (linkOrigin: string, pageOrigin: string, settings: object): string => {
  const shown = JSON.parse(JSON.stringify(settings, ["product", "countryCodes", "language"]));
  return `${linkOrigin}/link.html?${new URLSearchParams({ origin: pageOrigin, ...shown })}`;
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
