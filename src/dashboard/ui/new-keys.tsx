import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import type { ShownKeys } from "../../protocol/dashboard/dashboard.ts";
import { CopyButton } from "./copy-button.tsx";
import { Modal } from "./modal.tsx";

type NewKeysProps = { keys: ShownKeys; onSaved(): void };

/** Keys that are shown once. Only the user's word that they are saved closes them: neither Escape nor another page. */
export const NewKeys = ({ keys, onSaved }: NewKeysProps) => {
  const head = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => head.current?.focus(), []);
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent): void => event.preventDefault();
    addEventListener("beforeunload", warn);
    return () => removeEventListener("beforeunload", warn);
  }, []);
  return (
    <Modal class="new-keys" labelledBy="new-keys" describedBy="new-keys-words">
      <h2 id="new-keys" tabIndex={-1} ref={head}>
        Save the secret now
      </h2>
      <p id="new-keys-words">It is shown this once: only its digest is stored.</p>
      <dl>
        {(["client_id", "secret", "public_key"] as const).map((name) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <code class="key">{keys[name]}</code>
              <CopyButton text={keys[name]} name={name} />
            </dd>
          </div>
        ))}
      </dl>
      <p class="actions">
        <button type="button" class="button primary" onClick={onSaved}>
          I have saved it
        </button>
      </p>
    </Modal>
  );
};
