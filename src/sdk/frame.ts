/**
 * The address of Link's document, with what is public and lets it come with the right list at once.
 * With a token it does not name the client: there is no list then before the session starts. Without
 * JSON, which some pages change for everybody.
 */
export const frameUrl = (linkOrigin: string, pageOrigin: string, settings: object): string => {
  const query = new URLSearchParams({ origin: pageOrigin });
  const settingEntries = new Map(Object.entries(settings));
  for (const name of ["clientName", "product", "countryCodes", "language", "theme"])
    if (settingEntries.has(name) && !(settingEntries.has("token") && name === "clientName"))
      query.set(name, settingEntries.get(name));
  return `${linkOrigin}/link.html?${query}`;
};

/** Link's frame, not yet in the page, and without its address. */
export const createFrame = (): HTMLIFrameElement =>
  Object.assign(document.createElement("iframe"), {
    sandbox:
      "allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation",
    referrerPolicy: "no-referrer",
    name: "service-link",
    // In any language, until Link says its title itself.
    title: "Link",
  });
