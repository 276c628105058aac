import { useLayoutEffect, useRef } from "preact/hooks";
import type { ShownKeys } from "../../protocol/dashboard.ts";

type ShownKeysProps = { keys: ShownKeys; onClose(): void };

/** Keys that are shown this once, until the user confirms that they have them. */
export const NewKeys = ({ keys, onClose }: ShownKeysProps) => {
  const head = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => head.current?.focus(), []);
  return (
    <div class="shown-keys">
      <h3 ref={head} tabIndex={-1}>
        Copy the secret now
      </h3>
      <p class="lead">It is shown this once: only its digest is stored.</p>
      <dl>
        {(["client_id", "secret", "public_key"] as const).map((name) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <code class="key">{keys[name]}</code>
            </dd>
          </div>
        ))}
      </dl>
      <p class="actions">
        <button
          type="button"
          class="button small"
          onClick={() => void navigator.clipboard?.writeText(keys.secret)}
        >
          Copy the secret
        </button>
        <button type="button" class="button small primary" onClick={onClose}>
          I have it
        </button>
      </p>
    </div>
  );
};
