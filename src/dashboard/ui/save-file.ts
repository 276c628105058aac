import type { Send } from "../session/request.ts";

/** Has the browser save content under a name. */
export function saveFile(name: string, content: Blob): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

/** Posts like `fetch`, and saves the file that the server answers with; a refusal stays a refusal. */
export const saveAnswer: Send = async (path, init) => {
  const response = await fetch(path, init);
  const [, name] =
    /filename="([^"]+)"/.exec(response.headers.get("content-disposition") ?? "") ?? [];
  if (!response.ok || !name) return response;
  saveFile(name, await response.blob());
  return { ok: true, headers: response.headers, json: async () => ({ request_id: name }) };
};
