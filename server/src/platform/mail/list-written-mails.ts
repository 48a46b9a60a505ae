import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../config/index.ts'
import { mailFolder } from './send-mail.ts'

/** A mail that was written to a file, for display. */
export interface WrittenMail {
  /** The file name without extension: letters, digits and hyphens, sorted by time. */
  name: string
  at: Date
  from: string
  to: string
  subject: string
  text: string
  html: string
  /** The code in the mail, if it contains one. */
  code: string | undefined
  links: string[]
  attachments: { name: string; type: string; content: Buffer }[]
}

const namePattern = /^\d{8}T\d{9}Z-[0-9a-f-]{36}$/

/** The newest written mails, newest first. */
export async function listWrittenMails(config: Config, maxMails: number): Promise<WrittenMail[]> {
  const files = await readdir(mailFolder(config)).catch(() => [])
  const names = files.filter((file) => file.endsWith('.eml')).map((file) => file.slice(0, -4))
  const newest = names.sort().reverse().slice(0, maxMails)
  const mails = await Promise.all(newest.map((name) => readWrittenMail(config, name)))
  return mails.filter((mail) => mail !== undefined)
}

/** A written mail; undefined if there is none with this name. */
export async function readWrittenMail(
  config: Config,
  name: string,
): Promise<WrittenMail | undefined> {
  if (!namePattern.test(name)) return undefined
  const file = await readFile(join(mailFolder(config), `${name}.eml`)).catch(() => undefined)
  if (!file) return undefined
  const { default: PostalMime } = await import('postal-mime') // Loaded on demand, because a start does not need it.
  const mail = await PostalMime.parse(file)
  const text = mail.text ?? ''
  return {
    name,
    at: new Date(mail.date ?? 0),
    from: [mail.from?.name, mail.from?.address && `<${mail.from.address}>`]
      .filter(Boolean)
      .join(' '),
    to: mail.to?.map(({ address }) => address ?? '').join(', ') ?? '',
    subject: mail.subject ?? '',
    text,
    html: mail.html ?? '',
    code: /^ {4}(\d{4,8})$/m.exec(text)?.[1],
    links: [...new Set(text.match(/https?:\/\/\S+/g) ?? [])],
    attachments: mail.attachments.map(({ filename, mimeType, content }) => ({
      name: filename ?? 'attachment',
      type: mimeType,
      content: Buffer.from(content as ArrayBuffer),
    })),
  }
}
