import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Preview, PreviewOptions } from "../../protocol/dashboard/preview.ts";

/** The inner sizes of browsers, in pixels. */
const SIZES = {
  phone: { width: 390, height: 664 },
  desktop: { width: 1280, height: 800 },
} as const;

/** The page has two columns from this width on. */
const WIDE = 1080;

/**
 * The height of the window around a frame: in two columns that of everything above the frame, so
 * that the whole frame is in view.
 */
const OUTER_HEIGHT = { wide: 376, narrow: 200 };
const MIN_HEIGHT = 420;

type PreviewFrameProps = {
  surface: "link" | "account" | "mail";
  size: keyof typeof SIZES;
  options: PreviewOptions;
  onLoad(views: Preview["views"]): void;
};

const TITLES = { link: "Link", account: "The account site", mail: "A mail" } as const;

/** A frame with a preview, as wide as its device, and scaled down to the space that it has. */
export const PreviewFrame = ({ surface, size, options, onLoad }: PreviewFrameProps) => {
  const frame = useRef<HTMLIFrameElement>(null);
  const stage = useRef<HTMLDivElement>(null);
  const [isMissing, setMissing] = useState(false);
  const { width, height } = SIZES[size];
  const scale = useScale(stage, width, height);
  const { theme, view, name } = options;
  const address =
    surface === "mail"
      ? `/dashboard/preview/mail?${new URLSearchParams({ kind: view, name, theme })}`
      : `/dashboard/preview/${surface}`;
  const first = useRef(address);
  const shown = useRef(address);
  const show = (): Preview | undefined => {
    const preview = surface === "mail" ? undefined : frame.current?.contentWindow?.preview;
    preview?.show(options);
    return preview;
  };
  useEffect(() => {
    // A new `src` would be an entry of the history.
    if (address !== shown.current) frame.current?.contentWindow?.location.replace(address);
    shown.current = address;
    show();
  }, [address, JSON.stringify(options)]);
  const load = (): void => {
    if (surface === "mail") return;
    const preview = show();
    setMissing(preview === undefined);
    if (preview) onLoad(preview.views);
  };
  return (
    <>
      {isMissing && (
        <p class="notice failure" role="alert">
          The preview could not be loaded. Load this page again.
        </p>
      )}
      <div ref={stage} class="stage">
        <div class={`screen ${size} ${theme}`} style={sizeStyle(width * scale, height * scale)}>
          <iframe
            ref={frame}
            src={first.current}
            title={`Preview: ${TITLES[surface]}`}
            {...(surface === "mail" && { sandbox: "" })}
            style={{ ...sizeStyle(width, height), transform: `scale(${scale})` }}
            onLoad={load}
          />
        </div>
      </div>
    </>
  );
};

const sizeStyle = (width: number, height: number) => ({
  width: `${width}px`,
  height: `${height}px`,
});

/** Returns the factor, at most 1, by which a size fits into an element and the window. */
const useScale = (
  stage: { current: HTMLElement | null },
  width: number,
  height: number,
): number => {
  const [room, setRoom] = useState({ width, height });
  useLayoutEffect(() => {
    const measure = (): void =>
      setRoom({
        width: stage.current?.clientWidth || width,
        height: Math.max(
          MIN_HEIGHT,
          innerHeight - OUTER_HEIGHT[innerWidth < WIDE ? "narrow" : "wide"],
        ),
      });
    measure();
    const observer = new ResizeObserver(measure);
    if (stage.current) observer.observe(stage.current);
    addEventListener("resize", measure);
    return () => {
      observer.disconnect();
      removeEventListener("resize", measure);
    };
  }, []);
  return Math.min(1, room.width / width, room.height / height);
};
