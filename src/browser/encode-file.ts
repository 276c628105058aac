/** The maximum number of characters of a file that the server takes. */
const MAX_LENGTH = 12 * 1024 * 1024;

/** Returns a file in base64, compressed by gzip if the browser has that; null if it is too large. */
export async function encodeFile(file: File): Promise<string | null> {
  const blob = self.CompressionStream
    ? await new Response(file.stream().pipeThrough(new CompressionStream("gzip"))).blob()
    : file;
  const text = await new Promise<string>((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^.*,/, ""));
    reader.readAsDataURL(blob);
  });
  return text.length > MAX_LENGTH ? null : text;
}
