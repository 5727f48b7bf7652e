// Bytes of a frame -> its fields and samples. docs/websocket.md is the specification.

export const LAST = 2;
export const FILLER = 4;
const HEADER_BYTES = 32;

export function decodeFrame(buffer) {
  const view = new DataView(buffer);
  const isKoe = view.byteLength >= HEADER_BYTES && view.getUint16(0, false) === 0x6b6f && view.getUint8(2) === 1;
  if (!isKoe) throw new Error("The message is no frame of koe.");
  return {
    flags: view.getUint8(3),
    chunkId: view.getUint32(8, true),
    firstSample: Number(view.getBigUint64(16, true)),
    textStop: view.getUint32(24, true),
    samples: new Int16Array(buffer, HEADER_BYTES, view.getUint32(28, true) >> 1),
  };
}
