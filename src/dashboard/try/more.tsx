import type { ComponentChildren } from "preact";

type MoreProps = { title: string; children: ComponentChildren; hidden?: boolean };

/** Options that few users need. */
export const More = ({ title, children, hidden = false }: MoreProps) => (
  <details class="more" hidden={hidden}>
    <summary>{title}</summary>
    <div class="options">{children}</div>
  </details>
);
