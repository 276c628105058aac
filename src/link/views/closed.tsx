import type { VNode } from "preact";
import type { LazyWords } from "../../i18n/catalogue.ts";

/** What is there once Link is closed, where nobody else takes its place. */
export const closedView = ({ closing }: Partial<LazyWords>): VNode => (
  <main class="card">
    <div class="screen centred">
      <div class="body">
        <h1>{closing}</h1>
      </div>
    </div>
  </main>
);
