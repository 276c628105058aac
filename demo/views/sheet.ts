import { scenesIn } from "../../src/preview/scenes.ts";

/** Draws a live frame for each scene, in the language, theme and window that the form names. */
const draw = (form: HTMLFormElement, sheet: HTMLElement): void => {
  const choice = Object.fromEntries(new FormData(form)) as Record<string, string>;
  const language = choice.language === "fr" ? "fr" : "en";
  sheet.className = choice.size ?? "";
  sheet.replaceChildren(
    ...scenesIn(language).map(({ id, title }) => {
      const figure = document.createElement("figure");
      const address = `view.html?${new URLSearchParams({ ...choice, scene: id })}`;
      const link = Object.assign(document.createElement("a"), {
        href: address,
        textContent: title,
      });
      const caption = document.createElement("figcaption");
      caption.append(link);
      const frame = Object.assign(document.createElement("iframe"), { src: address, title });
      frame.loading = "lazy";
      const crop = document.createElement("div");
      crop.append(frame);
      figure.append(caption, crop);
      return figure;
    }),
  );
};

const form = document.querySelector("form");
const sheet = document.querySelector("main");
if (form && sheet) {
  draw(form, sheet);
  form.addEventListener("change", () => draw(form, sheet));
}
