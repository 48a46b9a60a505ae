const pngSignature = 0x89504e47
/**
 * The markers of JPEG segments that contain the size: start of frame, of any kind. Other markers in their range are
 * tables.
 */
const isStartOfFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

/**
 * The number of pixels that a picture claims to have, for the order of the queue. It is read without the decoder, which
 * decides about acceptance.
 * @returns Infinity if the size is not found: such pictures come last, including WebP, which only avatars may be
 */
export function pixelsOf(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (view.byteLength < 26) return Number.POSITIVE_INFINITY
  if (view.getUint32(0) === pngSignature) return view.getUint32(16) * view.getUint32(20)
  for (let at = 2; at + 9 <= view.byteLength && view.getUint8(at) === 0xff; ) {
    if (isStartOfFrame(view.getUint8(at + 1)))
      return view.getUint16(at + 5) * view.getUint16(at + 7)
    at += 2 + view.getUint16(at + 2)
  }
  return Number.POSITIVE_INFINITY
}
