const LINE_END = 0x0a

/**
 * Counts the bytes of a body that comes in chunks (RFC 9112, section 7.1), as those do whose length nobody knows when they
 * begin: files made while they are sent.
 * @returns takes what has arrived; returns how many bytes the body has once all of it is there, undefined before
 */
export function countChunks(): (arrived: Buffer) => number | undefined {
  let bodyBytes = 0
  /** Of the present chunk, and of the line break after it. */
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
