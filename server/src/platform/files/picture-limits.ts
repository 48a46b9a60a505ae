import type { Metadata } from 'sharp'

/** 24 megapixels as cameras count them: 5712 × 4284 is the largest in use. */
const maxPixels = 24_500_000
/** Width × height × channels × bytes per channel. It applies to streaming decoders too, to limit the decoding time. */
const maxDecodedBytes = 100_000_000
/**
 * For pictures that the decoder holds completely in memory: 16 megapixels of a progressive JPEG with the usual 4:2:0
 * colours.
 */
const maxWholeFrameBytes = 50_000_000
/** Encoders write 10 to 13 scans. Each scan of a progressive JPEG covers the whole picture again. */
const maxScans = 24

export const tooManyPixels =
  'This picture has more than 24 megapixels. Please choose a smaller one.'
export const tooCostly =
  'This picture is saved in a way that takes too much memory to open. Please save it as a standard JPEG and try again.'

/** The values of a picture's header that determine the cost of decoding. */
export type PictureHeader = Pick<
  Metadata,
  'format' | 'width' | 'height' | 'channels' | 'depth' | 'isProgressive' | 'chromaSubsampling'
>

/**
 * Compares the header of a picture with the limits before decoding.
 * @returns the reason for a rejection, for the sender; undefined if the picture may be decoded
 */
export function findExcess(header: PictureHeader, bytes: Uint8Array): string | undefined {
  const { format, width, height, channels, isProgressive = false } = header
  const pixels = width * height
  if (pixels > maxPixels) return tooManyPixels
  if (pixels * channels * bytesOfChannel(header) > maxDecodedBytes) return tooCostly
  if (wholeFrameBytes(header) > maxWholeFrameBytes) return tooCostly
  if (format === 'jpeg' && isProgressive && countScans(bytes) > maxScans) return tooCostly
  return undefined
}

/** The memory that the decoder holds at once, besides some rows. */
function wholeFrameBytes(header: PictureHeader): number {
  const { format, width, height, channels, isProgressive = false } = header
  const pixels = width * height
  // Coefficients of two bytes, of all channels; two of them are often stored at half or a quarter of the size.
  if (format === 'jpeg') {
    if (!isProgressive) return 0
    const samples = { '4:2:0': 1.5, '4:2:2': 2 }[header.chromaSubsampling ?? ''] ?? channels
    return pixels * samples * 2
  }
  if (format === 'png') return isProgressive ? pixels * channels * bytesOfChannel(header) : 0
  return pixels * 4 // WebP is decoded to RGBA.
}

function bytesOfChannel({ depth }: PictureHeader): number {
  return depth === 'uchar' || depth === 'char' ? 1 : depth === 'ushort' || depth === 'short' ? 2 : 8
}

const marker = { prefix: 0xff, startOfScan: 0xda }

/** Counts the start-of-scan markers. In compressed data 0xff is always followed by 0 or a restart marker. */
function countScans(bytes: Uint8Array): number {
  let count = 0
  for (let at = bytes.indexOf(marker.prefix); at >= 0; at = bytes.indexOf(marker.prefix, at + 1)) {
    if (bytes[at + 1] === marker.startOfScan) count += 1
  }
  return count
}
