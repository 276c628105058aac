/**
 * Joins pictures of one size into an animated WebP that plays for ever. It needs no encoder: each frame keeps the
 * chunk of its own file, as the container's specification says
 * (https://developers.google.com/speed/webp/docs/riff_container#animation).
 * @param {{ webp: Buffer, duration: number }[]} frames opaque pictures, each with its milliseconds
 * @returns {Buffer}
 */
export const animatedWebp = (frames) => {
  const bitstreams = frames.map(({ webp }) => bitstreamOf(webp));
  const { width, height } = sizeOf(bitstreams[0]);
  const header = Buffer.alloc(10);
  header[0] = HAS_ANIMATION;
  header.writeUIntLE(width - 1, 4, 3);
  header.writeUIntLE(height - 1, 7, 3);
  // A white ground, and no number of rounds.
  const animation = Buffer.from([255, 255, 255, 255, 0, 0]);
  const parts = bitstreams.map((bitstream, at) => {
    const head = Buffer.alloc(16);
    head.writeUIntLE(width - 1, 6, 3);
    head.writeUIntLE(height - 1, 9, 3);
    head.writeUIntLE(frames[at].duration, 12, 3);
    head[15] = REPLACES_LAST;
    return chunk("ANMF", Buffer.concat([head, chunk("VP8 ", bitstream)]));
  });
  const body = [Buffer.from("WEBP"), chunk("VP8X", header), chunk("ANIM", animation), ...parts];
  return chunk("RIFF", Buffer.concat(body));
};

const HAS_ANIMATION = 0b10;
const REPLACES_LAST = 0b10;

function chunk(name, data) {
  const head = Buffer.alloc(8);
  head.write(name, "latin1");
  head.writeUInt32LE(data.length, 4);
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
}

/** The lossy bitstream in a WebP file. */
function bitstreamOf(webp) {
  for (let at = 12; at < webp.length; ) {
    const size = webp.readUInt32LE(at + 4);
    if (webp.toString("latin1", at, at + 4) === "VP8 ") return webp.subarray(at + 8, at + 8 + size);
    at += 8 + size + (size % 2);
  }
  throw new Error("a frame is no lossy WebP without transparency");
}

/** The size in the header of a key frame. */
const sizeOf = (bitstream) => ({
  width: bitstream.readUInt16LE(6) & 0x3fff,
  height: bitstream.readUInt16LE(8) & 0x3fff,
});
