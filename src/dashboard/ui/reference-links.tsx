/** An error's code, with a link to its page of the documentation. */
export const ErrorCode = ({ code }: { code: string }) => (
  <a href={`/docs/errors#${encodeURIComponent(code)}`}>
    <code>{code}</code>
  </a>
);

/** Returns the address of a path in the reference, with the body of a logged request in its form if one is named. */
export const referenceHref = (path: string, requestId?: string): string =>
  `/docs${requestId ? `?request=${encodeURIComponent(requestId)}` : ""}#${path.slice(1).replaceAll("/", "_")}`;
