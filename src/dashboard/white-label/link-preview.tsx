import { useEffect, useRef, useState } from "preact/hooks";
import { type BrandLook, previewStyle } from "../../protocol/client-brand.ts";
import { connect } from "../../sdk/channel.ts";
import { createFrame, frameUrl } from "../../sdk/frame.ts";

type LinkPreviewProps = {
  look: BrandLook;
  /** What Link calls the application. */
  name: string;
  client: { publicKey: string; products: readonly string[] };
  environment: string;
};

const THEMES = { light: "Light", dark: "Dark" } as const;

/** Link itself, in a frame: what is being written of the brand is seen at once. */
export const LinkPreview = ({ look, name, client, environment }: LinkPreviewProps) => {
  const holder = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLIFrameElement | null>(null);
  const [isOn, setOn] = useState(false);
  const [theme, setTheme] = useState<keyof typeof THEMES>("light");
  const [failure, setFailure] = useState<string | null>(null);
  const style = previewStyle(look);
  const current = useRef(style);
  current.current = style;

  useEffect(() => {
    if (!isOn) return;
    setFailure(null);
    const settings = {
      clientName: name || "Corner Shop",
      key: client.publicKey,
      env: environment,
      product: [...client.products],
      theme,
    };
    const next = createFrame();
    const channel = connect(next, location.origin, settings, (message) => {
      if (message.type === "hello" || message.type === "success" || message.type === "exit")
        channel.send({ type: "open" });
      if (message.type === "refused") setFailure(message.error?.error_message ?? "Link is refused");
    });
    next.addEventListener("load", () => dress(next, current.current));
    next.src = frameUrl(location.origin, location.origin, settings);
    holder.current?.append(next);
    frame.current = next;
    return () => {
      channel.close();
      next.remove();
      frame.current = null;
    };
  }, [isOn, name, theme, client.publicKey, environment]);
  useEffect(() => {
    if (frame.current) dress(frame.current, style);
  }, [style]);

  return (
    <section class="card preview" aria-labelledby="preview">
      <h2 id="preview">Preview</h2>
      {isOn ? (
        <fieldset class="themes">
          <legend>Theme</legend>
          {(Object.keys(THEMES) as (keyof typeof THEMES)[]).map((value) => (
            <label key={value}>
              <input
                type="radio"
                name="theme"
                checked={theme === value}
                onChange={() => setTheme(value)}
              />
              <span>{THEMES[value]}</span>
            </label>
          ))}
        </fieldset>
      ) : (
        <>
          <p class="lead">Opens Link in this page, with the public_key of the client.</p>
          <p class="actions">
            <button type="button" class="button" onClick={() => setOn(true)}>
              Show Link
            </button>
          </p>
        </>
      )}
      {failure !== null && (
        <p class="notice failure" role="alert">
          Link cannot be shown: {failure}.
        </p>
      )}
      <div ref={holder} class={isOn ? "window" : "window none"} />
    </section>
  );
};

/** Link is served by this server: its document may be given a style. */
function dress({ contentDocument, contentWindow }: HTMLIFrameElement, style: string): void {
  const inner = contentWindow as (Window & typeof globalThis) | null;
  if (!contentDocument || !inner) return;
  const sheet = new inner.CSSStyleSheet();
  sheet.replaceSync(style);
  contentDocument.adoptedStyleSheets = [sheet];
}
