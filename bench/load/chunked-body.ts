const LINE_END = 0x0a

/**
 * Counts the bytes of a chunked body (RFC 9112, section 7.1). Files that are created while they are sent have such
 * bodies.
 * @returns a function that takes received bytes, and returns the body's size after the last chunk or undefined before
 */
export function countChunks(): (arrived: Buffer) => number | undefined {
  let bodyBytes = 0
  /** Missing bytes of the current chunk and its line break. */
  let awaited = 0
  let line = ''
  let isLast = false
  return (arrived) => {
    for (let at = 0; at < arrived.length; ) {
      if (awaited > 0) {
        const taken = Math.min(awaited, arrived.length - at)
        awaited -= taken
        at += taken
        continue
      }
      const end = arrived.indexOf(LINE_END, at)
      line += arrived.toString('latin1', at, end < 0 ? arrived.length : end)
      if (end < 0) return undefined
      at = end + 1
      const text = line.trim()
      line = ''
      if (isLast && text === '') return bodyBytes
      const size = Number.parseInt(text, 16)
      if (size === 0) isLast = true
      if (isLast) continue
      bodyBytes += size
      awaited = size + '\r\n'.length
    }
    return undefined
  }
}
