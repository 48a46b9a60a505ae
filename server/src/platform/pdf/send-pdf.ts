import type { FastifyReply } from 'fastify'

/** Sends a PDF as a download that no cache keeps. */
export function sendPdf(reply: FastifyReply, pdf: Buffer, fileName: string): void {
  reply
    .header('content-type', 'application/pdf')
    .header('content-disposition', `attachment; filename="${fileName}"`)
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', 'private, no-store')
    .send(pdf)
}
