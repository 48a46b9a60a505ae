import { FileRefused } from './file-refused.ts'

/** Bytes that are read to recognise UTF-16 without a byte order mark. */
const sampleBytes = 4096

/**
 * Decodes the bytes of a CSV file: UTF-8, UTF-16 with or without a byte order mark, else Windows-1252, in which every byte is
 * a character.
 * @throws FileRefused if the bytes are no text
 */
export function decodeText(bytes: Uint8Array): string {
  const text = new TextDecoder(encodingOf(bytes)).decode(bytes)
  if (text.includes('\0')) throw new FileRefused('This file is not a CSV or XLSX file.')
  return text
}

function encodingOf(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  // Separators, line breaks and digits have a zero byte in UTF-16, in any language.
  const sample = bytes.subarray(0, sampleBytes)
  const zerosAt = (offset: number) => sample.filter((byte, at) => byte === 0 && at % 2 === offset)
  const [even, odd] = [zerosAt(0).length, zerosAt(1).length]
  if (odd > 0 && even === 0) return 'utf-16le'
  if (even > 0 && odd === 0) return 'utf-16be'
  return isUtf8(bytes) ? 'utf-8' : 'windows-1252'
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}
