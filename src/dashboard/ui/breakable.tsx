/** A code, path or address that may break between its words. */
export const Breakable = ({ text }: { text: string }) => (
  <>
    {text
      .split(/(?<=[_:/.-])(?=\w)/)
      .flatMap((part, at) => (at === 0 ? [part] : [<wbr key={at} />, part]))}
  </>
);
