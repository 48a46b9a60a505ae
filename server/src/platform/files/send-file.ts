import type { FastifyReply } from 'fastify'

/**
 * Sends a file of a user to be saved, and never cached by others. If a browser displays it anyway, scripts and requests
 * are blocked.
 */
export function sendFile(
  reply: FastifyReply,
  { bytes, name, type }: { bytes: Buffer; name: string; type: string },
): void {
  reply
    .header('content-type', type)
    .header('content-disposition', attachment(name))
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "sandbox; default-src 'none'")
    .header('cache-control', 'private, no-store')
    .send(bytes)
}

/** A Content-Disposition that saves the file: an ASCII name, and the full name as RFC 6266 defines. */
function attachment(name: string): string {
  const ascii = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`
}
