/**
 * Returns the address of Link's document, with the public settings that determine its first list.
 * With a token it does not name the client: there is no list then before the session starts. Avoids
 * JSON, whose methods some pages replace.
 */
export const frameUrl = (linkOrigin: string, pageOrigin: string, settings: object): string => {
  const query = new URLSearchParams({ origin: pageOrigin });
  for (const [name, value] of Object.entries(settings))
    if (
      /^(product|countryCodes|language|theme)$/.test(name) ||
      (name === "clientName" && !Object.hasOwn(settings, "token"))
    )
      query.set(name, value.mode ?? value);
  return `${linkOrigin}/link.html?${query}`;
};

/** Creates Link's frame, not yet in the page, and without its address. */
export const createFrame = (): HTMLIFrameElement =>
  Object.assign(document.createElement("iframe"), {
    sandbox:
      "allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation",
    referrerPolicy: "no-referrer",
    name: "service-link",
    // The title in any language, until Link sends its own.
    title: "Link",
  });
