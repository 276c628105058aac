/** A code, a path or an address, which breaks between its words where a line is too short for it. */
export const Breakable = ({ text }: { text: string }) => (
  <>
    {text
      .split(/(?<=[_:/.-])(?=\w)/)
      .flatMap((part, at) => (at === 0 ? [part] : [<wbr key={at} />, part]))}
  </>
);
