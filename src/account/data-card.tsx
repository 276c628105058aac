import type { Controller } from "./controller.ts";

type DataCardProps = {
  controller: Controller;
  /** Whether there is no connection. */
  isEmpty: boolean;
  /** Whether there is nothing to delete either. */
  isGone: boolean;
};

/** What a person can take with them, and have deleted. */
export const DataCard = ({ controller, isEmpty, isGone }: DataCardProps) => {
  const { words } = controller;
  return (
    <section class="card" aria-labelledby="data">
      <h2 id="data">{words.data.title}</h2>
      {!isEmpty && <p class="lead">{words.data.help}</p>}
      {!isGone && (
        <p class="actions">
          {!isEmpty && (
            <a class="button" href="/account/data" download="connections.json">
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
