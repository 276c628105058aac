import type { Send } from "./request.ts";

/** Posts like `fetch`, but reports the progress of the body. */
export const upload =
  (onProgress: (share: number) => void): Send =>
  (path, { headers, body, signal }) =>
    new Promise((resolve, reject) => {
      const xhr = new XMLHttpRequest();
      xhr.open("POST", path);
      for (const [name, value] of Object.entries(headers)) xhr.setRequestHeader(name, value);
      xhr.upload.onprogress = ({ loaded, total }) => onProgress(loaded / total);
      xhr.onload = () =>
        resolve({
          ok: xhr.status >= 200 && xhr.status < 300,
          headers: { get: (name) => xhr.getResponseHeader(name) },
          json: async () => JSON.parse(xhr.responseText),
        });
      xhr.onerror = xhr.onabort = () => reject(new Error("there was no answer"));
      signal.addEventListener("abort", () => xhr.abort());
      xhr.send(body);
    });
