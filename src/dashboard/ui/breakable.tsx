/** Shows a code, which may break behind its underscores and colons alone. */
export const Breakable = ({ text }: { text: string }) => (
  <>{text.split(/(?<=[:_])/).flatMap((part, at) => (at > 0 ? [<wbr key={at} />, part] : [part]))}</>
);
