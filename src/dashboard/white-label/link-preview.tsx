import { useEffect, useRef, useState } from "preact/hooks";
import { type BrandLook, previewStyle } from "../../protocol/client-brand.ts";
import type { DashboardClient } from "../../protocol/dashboard.ts";
import { DEFAULT_LANGUAGE } from "../../protocol/vocabulary.ts";
import { connect } from "../../sdk/channel.ts";
import { createFrame, frameUrl } from "../../sdk/frame.ts";
import type { PageProps } from "../page.ts";
import { createLinkToken } from "../ui/create-link-token.ts";

type LinkPreviewProps = Pick<PageProps, "controller"> & {
  look: BrandLook;
  /** The application's name in Link. */
  name: string;
  client: DashboardClient;
};

const THEMES = { light: "Light", dark: "Dark" } as const;

/** Shows Link itself in a frame, with the draft of the brand applied as it is typed. */
export const LinkPreview = ({ look, name, client, controller }: LinkPreviewProps) => {
  const holder = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLIFrameElement | null>(null);
  const themes = useRef<HTMLFieldSetElement>(null);
  const [isOn, setOn] = useState(false);
  /** Counts the link tokens: each opens Link until a user has connected an account. */
  const [round, setRound] = useState(0);
  const [theme, setTheme] = useState<keyof typeof THEMES>("light");
  const [failure, setFailure] = useState<string | null>(null);
  const style = previewStyle(look);
  const current = useRef(style);
  current.current = style;

  /** Shows Link; returns a function that removes it. */
  const show = (token: string): (() => void) => {
    const settings = { token, theme };
    const next = createFrame();
    const channel = connect(next, location.origin, settings, (message) => {
      if (message.type === "hello" || message.type === "exit") channel.send({ type: "open" });
      if (message.type === "success") setRound((before) => before + 1);
      if (message.type === "refused")
        setFailure(`${message.error?.error_message ?? "it is refused"}.`);
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
  };
  useEffect(() => {
    if (!isOn) return;
    setFailure(null);
    let remove = () => {};
    let isHere = true;
    const body = {
      client_name: name || "Corner Shop",
      language: DEFAULT_LANGUAGE,
      country_codes: ["US"],
      products: client.products,
      user: { client_user_id: "preview" },
    };
    void createLinkToken(controller, body).then((answer) => {
      if (!isHere) return;
      if ("refusal" in answer) setFailure(answer.refusal);
      else remove = show(answer.linkToken);
    });
    return () => {
      isHere = false;
      remove();
    };
  }, [isOn, name, theme, round, client.client_id]);
  // The button that had the focus is gone.
  useEffect(() => themes.current?.querySelector<HTMLElement>(":checked")?.focus(), [isOn]);
  useEffect(() => {
    if (frame.current) dress(frame.current, style);
  }, [style]);

  return (
    <section class="card preview" aria-labelledby="preview">
      <h2 id="preview">Preview</h2>
      {isOn ? (
        <fieldset ref={themes} class="themes">
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
          <p class="lead">Opens Link in this page, with a link token of the client.</p>
          <p class="actions">
            <button type="button" class="button" onClick={() => setOn(true)}>
              Show Link
            </button>
          </p>
        </>
      )}
      {failure !== null && (
        <p class="notice failure" role="alert">
          Link cannot be shown: {failure}
        </p>
      )}
      <div ref={holder} class={isOn ? "window" : "window none"} />
    </section>
  );
};

/** Link is served by this server, so its document can be given a style. */
function dress({ contentDocument, contentWindow }: HTMLIFrameElement, style: string): void {
  const inner = contentWindow as (Window & typeof globalThis) | null;
  if (!contentDocument || !inner) return;
  const sheet = new inner.CSSStyleSheet();
  sheet.replaceSync(style);
  contentDocument.adoptedStyleSheets = [sheet];
}
