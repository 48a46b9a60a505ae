import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readMails, waitForMails } from '../../testing/mails.ts'
import { createTestApp, type TestApp, uniqueText } from '../../testing/test-app.ts'
import { createJobQueue } from '../jobs/job-queue.ts'
import type { MailDraft, QueueMail } from './mail.ts'
import { renderMail } from './mail-layout.ts'
import { createMailQueue } from './mail-queue.ts'
import { createSendMail, mailFolder } from './send-mail.ts'

const hostile = `<script>alert(1)</script>"'&<img src=x onerror=alert(1)>`

let app: TestApp
let queueMail: QueueMail
let stop: () => Promise<void>
beforeAll(async () => {
  app = await createTestApp()
  const jobs = createJobQueue(app.database, app.app.log)
  queueMail = createMailQueue(jobs, createSendMail(app.config), app.app.log)
  stop = () => jobs.stop()
})
afterAll(async () => {
  await stop()
  await app.close()
})

async function write(mail: Partial<Omit<MailDraft, 'to'>> & { to?: string }): Promise<string> {
  const email = mail.to ?? `${uniqueText()}@agents.example`
  const to = { email, emailConfirmedAt: new Date() }
  const whole = { subject: 'A mail', heading: 'Hello', paragraphs: ['Words.'], ...mail, to }
  await app.db.transaction().execute((tx) => queueMail(tx, whole))
  await waitForMails(app.config, email)
  return email
}

async function get(url: string, from = app) {
  const { statusCode, headers, body } = await from.app.inject({ url })
  return { status: statusCode, headers, body }
}

describe('a written mail', () => {
  test('is a complete file, whose name sorts by time', async () => {
    const first = await write({ subject: 'One' })
    const second = await write({ subject: 'Two' })
    const files = await readdir(mailFolder(app.config))
    expect(files.filter((name) => !/^\d{8}T\d{9}Z-[0-9a-f-]{36}\.eml$/.test(name))).toEqual([])
    const all = await readMails(app.config)
    const order = all.map((mail) => mail.to?.[0]?.address)
    expect(order.indexOf(first)).toBeLessThan(order.indexOf(second))
  })

  test('has only the headers that the product sets, with any texts', async () => {
    const to = await write({
      subject: 'Hello\r\nBcc: victim@raahi.example\r\n\r\nand a body',
      heading: 'Hi\r\nX-Evil: 1',
    })
    const [mail] = await readMails(app.config, to)
    expect(mail?.subject).toBe('Hello Bcc: victim@raahi.example and a body')
    expect(mail?.bcc).toBeUndefined()
    expect(mail?.headers.map(({ key }) => key).sort()).toEqual([
      'auto-submitted',
      'content-type',
      'date',
      'from',
      'message-id',
      'mime-version',
      'subject',
      'to',
    ])
  })

  test.each([
    'a@b.example, c@d.example',
    'a@b.example\r\nBcc: c@d.example',
    'Someone <a@b.example>',
  ])('does not go to %j, which is not one address', async (to) => {
    const sendMail = createSendMail(app.config)
    const id = '01a1fe7f-2b6a-77af-91bb-d82d612fd821'
    const mail = { to, subject: 's', heading: 'h', paragraphs: [] }
    await expect(sendMail(id, mail)).rejects.toThrow('the address is invalid')
  })
})

describe('the layout', () => {
  const mail = renderMail({
    subject: hostile,
    heading: hostile,
    paragraphs: [hostile],
    code: '48213',
    facts: [[hostile, hostile]],
    action: { label: hostile, url: 'https://raahi.example/?a="><script>' },
    note: hostile,
  })

  test('escapes all texts and loads nothing', () => {
    expect(mail.html).not.toMatch(
      /<(script|img|link|iframe|object|svg)\b|<[^>]*\son\w+=|url\(|@import/i,
    )
    expect(mail.html.match(/&lt;script&gt;alert\(1\)&lt;\/script&gt;/g)).toHaveLength(8)
    expect(mail.html).toContain('href="https://raahi.example/?a=&quot;&gt;&lt;script&gt;"')
  })

  test('contains everything in plain text too', () => {
    for (const part of ['48213', `${hostile}: ${hostile}`, `${hostile}: https://raahi.example/`]) {
      expect(mail.text).toContain(part)
    }
  })

  test('links only to web pages', () => {
    const action = { label: 'Go', url: 'javascript:alert(1)' }
    const content = { subject: 's', heading: 'h', paragraphs: [], action }
    expect(() => renderMail(content)).toThrow('only to web pages')
  })
})

describe('/dev/mailbox', () => {
  test('lists the mails, newest first, or those to one address', async () => {
    const older = await write({ subject: 'The older one' })
    await write({ subject: 'The newer one' })
    const all = await get('/dev/mailbox')
    expect(all.status).toBe(200)
    expect(all.body.indexOf('The newer one')).toBeLessThan(all.body.indexOf('The older one'))
    const few = await get(`/dev/mailbox?to=${encodeURIComponent(older.toUpperCase())}`)
    expect(few.body).toContain('The older one')
    expect(few.body).not.toContain('The newer one')
    expect((await get('/dev/mailbox?to=unknown')).body).toContain('No emails to this address yet.')
  })

  test('shows a mail with its code and links, executes nothing in it, and is not cached', async () => {
    const to = await write({
      subject: hostile,
      heading: hostile,
      code: '48213',
      action: { label: 'Open it', url: 'http://localhost:8055/forgot-password' },
    })
    const list = await get(`/dev/mailbox?to=${to}`)
    const path = /href="(\/dev\/mailbox\/[^"]+)"/.exec(list.body)?.[1] ?? ''
    const page = await get(path)
    expect(page.status).toBe(200)
    expect(page.body).toContain('id="code">48213<')
    expect(page.body).toContain('<a href="http://localhost:8055/forgot-password">')
    for (const { body, headers } of [list, page]) {
      expect(body).not.toMatch(/<script|<img src=x/i)
      expect(headers['content-security-policy']).toContain("script-src 'self';")
      expect(headers['cache-control']).toBe('no-store')
    }
    expect(page.body).toMatch(/<iframe [^>]*sandbox="" [^>]*srcdoc="/)
  })

  test.each(['../elsewhere', '..%2felsewhere', '%2e%2e%2felsewhere', '%00', 'nothing'])(
    'does not serve %j, whether such a file exists or not',
    async (name) => {
      await writeFile(join(app.config.dataDir, 'elsewhere.eml'), 'Subject: a secret\r\n\r\nHello')
      const { status, body } = await get(`/dev/mailbox/${name}`)
      expect(status).toBe(404)
      expect(body).not.toContain('a secret')
    },
  )

  test.each([
    ['outside the trial', { trial: false }],
    ['if mails are sent', { smtpUrl: 'smtp://127.0.0.1:1' }],
  ])('does not exist %s', async (_, overrides) => {
    const other = await app.another(overrides)
    const name = (await readdir(mailFolder(app.config)))[0]?.replace('.eml', '')
    for (const url of ['/dev/mailbox', `/dev/mailbox/${name}`]) {
      expect((await get(url, other)).status).toBe(404)
    }
    await other.close()
  })
})
