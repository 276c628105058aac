import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { copyText } from "../browser/copy-text.ts";
import type { SharingWords } from "../i18n/sharing.ts";
import type { PersonGrant } from "../protocol/connections.ts";
import { GrantForm, type NewKeys, type SharingProps } from "./grant-form.tsx";
import { Name } from "./name.tsx";
import { PastePlace } from "./paste-place.tsx";

export type SharePageProps = SharingProps & {
  words: SharingWords;
  /** The grant to change; null for a new grant. */
  grant: PersonGrant | null;
  onClose: () => void;
};

/**
 * The page for sharing accounts with an application. The browser's back button also leaves the
 * page.
 */
export const View = ({ state, controller, words, grant, onClose }: SharePageProps) => {
  const [made, setMade] = useState<NewKeys | null>(null);
  const page = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const leave = (): void => page.current?.close();
    page.current?.showModal();
    history.pushState(null, "");
    addEventListener("popstate", leave);
    return () => removeEventListener("popstate", leave);
  }, []);
  // Closing leads the focus back to the button that opened the page.
  const close = (): void => history.back();
  return (
    <dialog
      ref={page}
      aria-labelledby="share-title"
      style={PAGE}
      onCancel={close}
      onClose={onClose}
    >
      <div style={COLUMN}>
        <Name />
      </div>
      <div class="card" style={COLUMN}>
        <h2 id="share-title">{grant ? words.changeLabel(grant.name) : words.title}</h2>
        {!grant && !made && <p class="lead">{words.help}</p>}
        {made ? (
          <Keys {...{ ...made, words }} onClose={close} />
        ) : (
          <GrantForm
            {...{ state, controller, words, grant }}
            onDone={(keys) => (keys ? setMade(keys) : close())}
          />
        )}
      </div>
    </dialog>
  );
};

/** Styles of the page. They load with the page, since every visit loads the site's own sheet. */
const PAGE = {
  ...{ width: "100%", maxWidth: "none", height: "100%", maxHeight: "none" },
  ...{ border: 0, borderRadius: 0, padding: "24px 16px", background: "var(--page)" },
};
const COLUMN = { maxWidth: "600px", margin: "0 auto 16px" };
const WARNING = { background: "var(--warn)" };
const BELOW = { marginTop: "8px" };

type KeysProps = NewKeys & { words: SharingWords; onClose: () => void };

const Keys = ({ name, keys, program, words, onClose }: KeysProps) => (
  <div role="status">
    <h3>{words.keysTitle(name)}</h3>
    {program && <PastePlace program={program} />}
    <p class="reason paused" style={WARNING}>
      {"token" in keys ? words.tokenHelp : words.keysHelp}
    </p>
    {Object.entries(keys).map(([field, value]) => (
      <Key key={field} {...{ field, value, words }} />
    ))}
    <p class="actions">
      <button type="button" class="button" onClick={onClose}>
        {words.close}
      </button>
    </p>
  </div>
);

type KeyProps = { field: string; value: string; words: SharingWords };

const Key = ({ field, value, words }: KeyProps) => {
  const [isCopied, setCopied] = useState(false);
  const label = words.keys[field as keyof SharingWords["keys"]];
  return (
    <div class="field">
      <label for={`grant-${field}`}>{label}</label>
      <input
        id={`grant-${field}`}
        class="text"
        readOnly
        value={value}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <button
        type="button"
        class="button small primary"
        style={BELOW}
        aria-label={words.copyLabel(label)}
        onClick={async () =>
          setCopied(await copyText(value, () => document.getElementById(`grant-${field}`)?.focus()))
        }
      >
        {isCopied ? words.copied : words.copy}
      </button>
    </div>
  );
};
