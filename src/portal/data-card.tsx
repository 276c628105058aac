import type { Controller } from "./controller.ts";

type DataCardProps = {
  controller: Controller;
  /** Whether there is no connection. */
  isEmpty: boolean;
  /** Whether there is nothing to delete either. */
  isGone: boolean;
  /** Whether something is under way, perhaps the download. */
  busy: boolean;
};

/** What a person can take with them, and have deleted. */
export const DataCard = ({ controller, isEmpty, isGone, busy }: DataCardProps) => {
  const { words } = controller;
  return (
    <section class="card" aria-labelledby="data">
      <h2 id="data">{words.data.title}</h2>
      {!isEmpty && <p class="lead">{words.data.help}</p>}
      {!isGone && (
        <p class="actions">
          {!isEmpty && (
            <a
              class="button"
              href="/account/data"
              aria-disabled={busy}
              onClick={(event) => {
                // The browser's own download would say nothing of why there is no file.
                event.preventDefault();
                void controller.download();
              }}
            >
              {words.data.download}
            </a>
          )}
          <button
            type="button"
            id="erase-all"
            class="button danger"
            onClick={() => controller.ask({ about: "erase-all" })}
          >
            {words.data.eraseAll}
          </button>
        </p>
      )}
      <p class="kept">{words.data.kept}</p>
    </section>
  );
};
