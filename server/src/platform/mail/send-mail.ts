import { mkdir, open, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { emailError } from '@raahi/contract/emails'
import type { SentMessageInfo, Transporter } from 'nodemailer'
import type { Config } from '../../config/index.ts'
import { JobFailure } from '../jobs/job-failure.ts'
import type { Mail } from './mail.ts'
import { mailLink, renderMail } from './mail-layout.ts'

/** An attempt fails if the mail server does not respond for this long. */
const connectWithinMs = 10_000
const silentAtMostMs = 30_000

/**
 * Delivers a mail to the mail server, or writes it to a file.
 * @param id the id of its job, a UUIDv7. Message id, date and file name are derived from it, so that a mail that is
 * sent again after a crash is recognised as the same mail
 * @throws MailRefused if the server rejects it permanently; any other error if a later attempt may succeed
 */
export type SendMail = (id: string, mail: Mail) => Promise<void>

/** The mail server rejected this mail permanently. The message contains no address. */
export class MailRefused extends JobFailure {
  constructor(message: string) {
    super('mail-refused', message)
  }
}

/** Folder of the mails that are written instead of sent. */
export function mailFolder(config: Config): string {
  return join(config.dataDir, 'mail')
}

/** Sends over `SMTP_URL` if it is set, else writes `DATA_DIR/mail/*.eml`. */
export function createSendMail(config: Config): SendMail {
  // Loaded with the first mail, so that a start does not wait for it.
  let transport: Promise<Transporter<SentMessageInfo>> | undefined
  return async (id, mail) => {
    transport ??= createTransport(config)
    const sent = await (await transport).sendMail(composeMail(config, id, mail)).catch((error) => {
      throw withoutPrivateData(error)
    })
    if (!config.smtpUrl) await writeMail(mailFolder(config), id, sent.message)
  }
}

async function createTransport(config: Config): Promise<Transporter<SentMessageInfo>> {
  const { createTransport } = await import('nodemailer')
  return config.smtpUrl
    ? createTransport({
        url: config.smtpUrl,
        connectionTimeout: connectWithinMs,
        greetingTimeout: connectWithinMs,
        socketTimeout: silentAtMostMs,
        disableFileAccess: true,
        disableUrlAccess: true,
      })
    : createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
}

function composeMail(
  config: Config,
  id: string,
  { to, replyTo, attachments = [], ...content }: Mail,
) {
  if (emailError(to) || (replyTo !== undefined && emailError(replyTo)))
    throw new MailRefused('the address is invalid')
  const { subject, html, text } = renderMail(content)
  const { unsubscribeUrl } = content
  return {
    messageId: `<${id}@${config.mailFrom.address.split('@')[1]}>`,
    date: timeOf(id),
    from: { ...config.mailFrom },
    // An object is always one address, even if it contains a comma.
    to: { name: '', address: to },
    ...(replyTo && { replyTo: { name: '', address: replyTo } }),
    subject,
    text,
    html,
    attachments: attachments.map(({ name, type, content }) => ({
      filename: name,
      contentType: type,
      content: Buffer.from(content),
    })),
    // Programs that answer automatically ("out of office") ignore such mails.
    headers: {
      'auto-submitted': 'auto-generated',
      ...(unsubscribeUrl && {
        'list-unsubscribe': `<${mailLink(unsubscribeUrl)}>`,
        'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
      }),
    },
  }
}

/** The time in a UUIDv7. */
function timeOf(id: string): Date {
  return new Date(Number.parseInt(id.replace('-', '').slice(0, 12), 16))
}

/** Writes a mail to a file. A file with its final name is complete, and the names sort by time. */
async function writeMail(folder: string, id: string, message: Buffer): Promise<void> {
  await mkdir(folder, { recursive: true })
  const time = timeOf(id).toISOString().replace(/[-:.]/g, '')
  const path = join(folder, `${time}-${id}.eml`)
  const file = await open(`${path}.part`, 'w', 0o600)
  try {
    await file.writeFile(message)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(`${path}.part`, path)
}

/** Converts an error to one without the addresses and the SMTP lines that the server or the library put into it. */
function withoutPrivateData(error: unknown): Error {
  const { code = 'unknown', responseCode } = error as { code?: string; responseCode?: number }
  const text = `the mail server did not take the mail (${[code, responseCode].filter(Boolean).join(' ')})`
  // Rejected sender, recipient or content. A rejected login must be fixed by the operator, and the mail is retried.
  const isFinal = code === 'EENVELOPE' || code === 'EMESSAGE'
  if (isFinal && responseCode !== undefined && responseCode >= 500) return new MailRefused(text)
  if (code === 'EAUTH') return new JobFailure('mail-login-refused', text)
  return new JobFailure(responseCode ? 'mail-delayed' : 'mail-server-unreachable', text)
}
