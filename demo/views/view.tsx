import "../../src/preview/link.tsx";

declare global {
  interface Window {
    /** Shows a scene in place of the current one, as the script that makes the pictures does. */
    show(scene: string): void;
  }
}

const query = new URLSearchParams(location.search);
document.documentElement.lang = query.get("language") === "fr" ? "fr" : "en";

self.show = (view) =>
  self.preview?.show({
    view,
    theme: query.get("theme") === "dark" ? "dark" : "light",
    name: "Orchard Budget",
    look: { accent: null, radius: null, font: null, logo: null },
    products: ["auth", "transactions"],
  });
self.show(query.get("scene") ?? "list");
