import type { ComponentChildren } from "preact";
import { Sentence } from "./sentence.tsx";
import type { Told } from "./state.ts";

type ToldLineProps = {
  id: string;
  told: Told | null;
  about: Told["about"];
  children?: ComponentChildren;
};

/** Says how something went, where it was done. It is always there, so that it is heard when it changes. */
export const ToldLine = ({ id, told, about, children }: ToldLineProps) => {
  const here = told?.about === about ? told : null;
  return (
    <div id={id} role="status" class={`told ${here?.went ?? ""}`}>
      {here && (
        <p>
          <Sentence text={here.text} />
        </p>
      )}
      {here && children}
    </div>
  );
};
