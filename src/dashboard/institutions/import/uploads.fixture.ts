import { vi } from "vitest";
import type { Reply } from "../../open-dashboard.fixture.tsx";

/** Plays the uploads of a browser in front of a server that gives these replies; `progress` reports on the last one. */
export const uploadsTo = (...replies: Reply[]) => {
  const requests: [path: string, body: unknown][] = [];
  let last: { onprogress?(event: { loaded: number; total: number }): void; onload?(): void } = {};
  class Upload {
    upload: typeof last = {};
    status = 0;
    responseText = "";
    path = "";
    onload = () => {};
    onerror = () => {};
    open(_: string, path: string) {
      this.path = path;
    }
    setRequestHeader() {}
    getResponseHeader() {
      return null;
    }
    async send(body: string) {
      requests.push([this.path, JSON.parse(body)]);
      last = this.upload;
      const response = await replies
        .shift()?.()
        .catch(() => null);
      if (!response) return this.onerror();
      this.status = response.status;
      this.responseText = await response.text();
      this.onload();
    }
  }
  vi.stubGlobal("XMLHttpRequest", Upload);
  const progress = (loaded: number, total: number) => {
    last.onprogress?.({ loaded, total });
    if (loaded === total) last.onload?.();
  };
  return { requests, progress };
};
