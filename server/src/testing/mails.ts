import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime, { type Email } from 'postal-mime'
import { vi } from 'vitest'
import type { Config } from '../config.ts'
import { mailFolder } from '../mail/send-mail.ts'

/** The mails that a test app has written, oldest first; `to` keeps those of one address. */
export async function readMails(config: Config, to?: string): Promise<Email[]> {
  const folder = mailFolder(config)
  const names = await readdir(folder).catch(() => [])
  const files = names.filter((name) => name.endsWith('.eml')).sort()
  const mails = await Promise.all(
    files.map(async (name) => PostalMime.parse(await readFile(join(folder, name)))),
  )
  return mails.filter((mail) => !to || mail.to?.some(({ address }) => address === to))
}

/** Waits until so many mails to this address have been written, and returns them. */
export async function waitForMails(config: Config, to: string, count = 1): Promise<Email[]> {
  return vi.waitFor(
    async () => {
      const mails = await readMails(config, to)
      if (mails.length < count) throw new Error(`${mails.length} of ${count} mails to ${to}`)
      return mails
    },
    { timeout: 20_000, interval: 50 },
  )
}
