/**
 * Copies a text. If the browser refuses that, as on a page of plain http or in a frame, `select` selects the
 * text, and the older command copies the selection. Returns whether it is copied.
 */
export async function copyText(text: string, select: () => void): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    select();
    return document.execCommand("copy");
  }
}
