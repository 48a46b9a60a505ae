import type { FastifyReply } from 'fastify'

/** Sends a logo that was encoded by the product. */
export function sendLogo(reply: FastifyReply, png: Buffer): void {
  reply
    .header('content-type', 'image/png')
    .header('content-disposition', 'attachment; filename="logo.png"')
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "sandbox; default-src 'none'")
    .header('cache-control', 'private, no-store')
    .send(png)
}
