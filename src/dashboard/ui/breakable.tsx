/** Shows a code, which may break only after its underscores and colons. */
export const Breakable = ({ text }: { text: string }) => (
  <>{text.split(/(?<=[:_])/).flatMap((part, at) => (at > 0 ? [<wbr key={at} />, part] : [part]))}</>
);
