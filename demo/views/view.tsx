import "../../src/preview/link.tsx";

declare global {
  interface Window {
    /** Replaces the shown scene, like the script that makes the pictures. */
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
