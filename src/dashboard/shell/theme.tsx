import { useState } from "preact/hooks";

/** The key of the theme in the browser's storage, which the document reads before it is drawn. */
const KEY = "dashboard theme";

const THEMES = { "": "As the device", light: "Light", dark: "Dark" };

/** Chooses the theme of the Dashboard, in this browser. */
export const ThemeField = () => {
  const [theme, setTheme] = useState(document.documentElement.dataset.theme ?? "");
  const choose = (next: string): void => {
    setTheme(next);
    if (next) document.documentElement.dataset.theme = next;
    else delete document.documentElement.dataset.theme;
    try {
      localStorage.setItem(KEY, next);
    } catch {
      // The choice lasts as long as the page.
    }
  };
  return (
    <label class="theme">
      <span>Appearance</span>
      <select
        class="text"
        value={theme}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
      >
        {Object.entries(THEMES).map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
};
