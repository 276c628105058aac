/** Has the browser save content under a name. */
export function saveFile(name: string, content: Blob): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // Browsers read it after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

type Send = (path: string, init: RequestInit) => Promise<Response>;

/** Sends like `fetch`, and saves the file that the server answers with; a refusal stays a refusal. */
export const saveAnswer =
  (fetch: Send) =>
  async (path: string, init: RequestInit): Promise<Response> => {
    const response = await fetch(path, init);
    const [, name] =
      /filename="(.+)"/.exec(response.headers.get("content-disposition") ?? "") ?? [];
    if (!response.ok || !name) return response;
    saveFile(name, await response.blob());
    // A caller recognizes our server, as opposed to a proxy, by its request_id.
    return new Response('{"request_id":"saved"}');
  };
