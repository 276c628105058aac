/**
 * The progress of an upload: the browser sends it, then our server reads it. `share` is the part that is done,
 * from 0 to 1; null while the server has not reported it.
 */
export type UploadProgress =
  | { at: "sending"; share: number }
  | { at: "reading"; share: number | null };

/** The pause between two questions for the share that our server has read, in ms. */
const POLL_MS = 500;

/**
 * Posts like `fetch`, and also reports the sent share of a body, which `fetch` does not. `askShare`
 * asks our server for the share that the server has read. The share is null if the server does not
 * know it, for example with several processes.
 */
export const upload =
  (
    onProgress: (progress: UploadProgress) => void,
    askShare?: () => Promise<number | null | undefined>,
  ) =>
  async (path: string, { headers, body, signal }: RequestInit): Promise<Response> => {
    signal?.throwIfAborted();
    let isOver = false;
    const report = (progress: UploadProgress): void => {
      if (!isOver) onProgress(progress);
    };
    const poll = async (): Promise<void> => {
      while (askShare && !isOver) {
        await new Promise((resolve) => setTimeout(resolve, POLL_MS));
        const share = isOver ? null : await askShare().catch(() => null);
        if (share != null) report({ at: "reading", share });
      }
    };
    const request = new XMLHttpRequest();
    request.open("POST", path);
    for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) =>
      report({ at: "sending", share: loaded / total });
    request.upload.onload = () => {
      report({ at: "reading", share: null });
      void poll();
    };
    signal?.addEventListener("abort", () => request.abort());
    try {
      return await new Promise<Response>((resolve, reject) => {
        request.onload = () => {
          const { responseText, status } = request;
          const retryAfter = request.getResponseHeader("retry-after") ?? "";
          resolve(new Response(responseText, { status, headers: { "retry-after": retryAfter } }));
        };
        request.onerror = () => reject(new TypeError("there was no answer"));
        request.onabort = () => reject(signal?.reason);
        request.send(String(body));
      });
    } finally {
      isOver = true;
    }
  };
