/**
 * Returns the address of Link's document, with the public settings that determine its first list.
 * With a token it does not name the client: there is no list then before the session starts. Avoids
 * JSON, whose methods some pages replace.
 */
export const frameUrl = (linkOrigin: string, pageOrigin: string, settings: object): string => {
  const query = new URLSearchParams({ origin: pageOrigin });
  const settingEntries = new Map(Object.entries(settings));
  for (const name of ["clientName", "product", "countryCodes", "language", "theme"])
    if (settingEntries.has(name) && !(settingEntries.has("token") && name === "clientName"))
      query.set(name, settingEntries.get(name));
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
