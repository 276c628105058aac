import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";

type DropZoneProps = {
  class?: string;
  label: string;
  onDrop(files: readonly File[]): void;
  children: ComponentChildren;
};

/** A place to drop files on, next to a field for those who choose them. */
export const DropZone = ({ label, onDrop, children, ...rest }: DropZoneProps) => {
  const [isOver, setOver] = useState(false);
  return (
    <section
      class={`drop ${rest.class ?? ""} ${isOver ? "over" : ""}`}
      aria-label={label}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        onDrop([...(event.dataTransfer?.files ?? [])]);
      }}
    >
      {children}
    </section>
  );
};
