import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

/** An SMTP server that stores the received mails. */
export interface MailServer {
  port: number
  /** For `SMTP_URL`. */
  url: string
  mails: Email[]
  stop(): Promise<void>
}

interface MailServerOptions {
  /** A free port by default. */
  port?: number
  /** Rejects every recipient with this status. */
  refuseWith?: number
  /** Called with each received mail. The server accepts the mail when the promise resolves. */
  onMail?: () => Promise<void>
}

export async function startMailServer(options: MailServerOptions = {}): Promise<MailServer> {
  const { port = 0, refuseWith, onMail = async () => {} } = options
  const mails: Email[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    closeTimeout: 50, // A stop does not wait for clients that are sending.
    onRcptTo({ address }, _session, done) {
      if (refuseWith === undefined) return done()
      done(Object.assign(new Error(`no such user ${address}`), { responseCode: refuseWith }))
    },
    async onData(stream, _session, done) {
      const chunks: Buffer[] = []
      try {
        for await (const chunk of stream) chunks.push(chunk)
      } catch {
        return // The client was killed before the mail was complete.
      }
      mails.push(await PostalMime.parse(Buffer.concat(chunks)))
      await onMail()
      done()
    },
  })
  server.on('error', () => {}) // A client that was killed.
  server.listen(port, '127.0.0.1')
  await once(server.server, 'listening')
  const address = server.server.address() as AddressInfo
  return {
    port: address.port,
    url: `smtp://127.0.0.1:${address.port}`,
    mails,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
