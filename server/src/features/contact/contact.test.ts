import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  answerContactMessage,
  createContactMessage,
  listContactMessages,
  markContactMessage,
} from '@raahi/contract/contact'
import { countWaiting } from '@raahi/contract/enquiries'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type MadeUser, makeAdmin, makeAgent, makeContactMessage } from '../../testing/factories.ts'
import { readMails, waitForMails } from '../../testing/mails.ts'
import { spellingsOf } from '../../testing/spellings.ts'
import { createTestApp, type TestApp, type TestInput, uniqueText } from '../../testing/test-app.ts'

let app: TestApp
let admin: MadeUser
const office = 'office@raahi.example'
beforeAll(async () => {
  app = await createTestApp({ overrides: { contactEmail: office } })
  admin = await makeAdmin(app.db)
})
afterAll(() => app.close())

const form = (fields: object = {}) => ({
  name: 'Meera Nair',
  email: `${uniqueText()}@example.org`,
  message: 'Do you plan trips to Ladakh?\n\nIn May.',
  ...fields,
})
const send = (fields: object = {}, input: TestInput = {}) =>
  app.call(createContactMessage, { body: form(fields), ...input })
const list = async (query: TestInput['query'] = {}) =>
  (await app.as(admin).call(listContactMessages, { query })).data
const mark = (id: string, answered: unknown, user = admin) =>
  app.as(user).call(markContactMessage, { params: { id }, body: { answered } })

describe('the contact form', () => {
  it('stores the message and mails it to the operator, with the sender as reply address', async () => {
    const email = `${uniqueText()}@example.org`
    const answer = await send({ email, name: 'Meera <b>Nair</b>' })
    expect([answer.status, answer.message]).toEqual([
      201,
      'Thank you! We have your message and will reply by email.',
    ])
    expect((await list({ search: email })).docs).toMatchObject([
      { email, name: 'Meera <b>Nair</b>', message: 'Do you plan trips to Ladakh?\n\nIn May.' },
    ])
    const [mail] = await waitForMails(app.config, office)
    expect(mail?.replyTo?.[0]?.address).toBe(email)
    expect(mail?.text).toContain('Do you plan trips to Ladakh?')
    expect(mail?.html).not.toContain('<b>Nair</b>')
    // The button links to a screen that exists.
    const [, screen = 'none'] = /\/dashboard\/(\S+)/.exec(mail?.text ?? '') ?? []
    const screens = join(import.meta.dirname, '../../../../web/src/app/screens.ts')
    expect(await readFile(screens, 'utf8')).toContain(`path: '/dashboard/${screen}'`)
  })

  it.each([
    [{ name: '' }, 'name', 'Name is required'],
    [{ email: '' }, 'email', 'Email is required'],
    [{ email: 'meera' }, 'email', 'Invalid email format'],
    [{ email: 'a@b.example\r\nBcc: c@d.example' }, 'email', 'Invalid email format'],
    [{ message: '  ' }, 'message', 'Message is required'],
    [{ message: 'x'.repeat(4001) }, 'message', 'At most 4000 characters.'],
    [{ answered: true }, 'answered', 'This field is not recognised.'],
  ])('with %j is rejected with a field error', async (fields, field, text) => {
    const answer = await send(fields)
    expect([answer.status, answer.fieldErrors]).toEqual([400, { [field]: text }])
  })

  it('responds to a filled honeypot with success, sends no mail and stores the message separately', async () => {
    const before = (await list()).totalDocs
    const figures = async () => (await app.as(admin).call(countWaiting)).data
    const waiting = await figures()
    const mails = (await readMails(app.config, office)).length
    const caught = await send({ website: 'x', message: 'spam' })
    const genuine = await send({ message: 'genuine' })
    expect([caught.status, caught.text]).toEqual([genuine.status, genuine.text])
    expect((await list()).totalDocs).toBe(before + 1)
    const all = await waitForMails(app.config, office, mails + 1)
    expect(all.some(({ text }) => text?.includes('spam'))).toBe(false)
    expect(await figures()).toMatchObject({
      messages: Number(waiting.messages) + 1,
      suspectedMessages: Number(waiting.suspectedMessages) + 1,
    })
    const [suspected] = (await list({ status: 'suspected' })).docs
    expect(suspected).toMatchObject({ message: 'spam', suspected: true, answeredAt: null })
    // A person may have written it: once an admin marks it as answered, it is listed with the others.
    await mark(suspected?._id ?? '', true)
    expect((await list({ status: 'answered', search: 'spam' })).docs).toHaveLength(1)
    expect((await list({ status: 'suspected' })).docs).toEqual([])
  })

  it('is stored as suspected over the limit of its email, with the usual response, and limited per address', async () => {
    const email = `${uniqueText()}@example.org`
    const texts = []
    for (let i = 0; i < 5; i += 1) {
      const typed = spellingsOf(email)[i + 1]
      texts.push((await send({ email: typed }, { remoteAddress: `198.51.100.${i}` })).text)
    }
    const typed = spellingsOf(email)[8]
    const over = await send({ email: typed }, { remoteAddress: '198.51.100.5' })
    expect([over.status, ...texts]).toEqual([201, ...Array(5).fill(over.text)])
    expect((await list({ status: 'suspected', search: email })).totalDocs).toBe(1)
    const answers = []
    for (let i = 0; i < 11; i += 1) {
      answers.push((await send({}, { remoteAddress: '203.0.113.9' })).status)
    }
    expect(answers).toEqual([...Array.from({ length: 10 }, () => 201), 429])
  })
})

describe('the messages for admins', () => {
  it('are searched as text, including wildcards, and filtered by status', async () => {
    const text = uniqueText()
    const id = await makeContactMessage(app.db, { message: `50%_${text}` })
    await makeContactMessage(app.db, { message: `50x1${text}` })
    expect((await list({ search: `%_${text.toUpperCase()}` })).docs.map(({ _id }) => _id)).toEqual([
      id,
    ])
    expect((await list({ search: text })).totalDocs).toBe(2)
    await mark(id, true)
    expect((await list({ search: text, status: 'answered' })).docs.map(({ _id }) => _id)).toEqual([
      id,
    ])
    expect((await list({ search: text, status: 'open' })).totalDocs).toBe(1)
  })

  it('are marked as answered or waiting, with admin and time, and the count follows', async () => {
    const waiting = async () => (await app.as(admin).call(countWaiting)).data.messages
    const before = await waiting()
    const id = await makeContactMessage(app.db)
    expect(await waiting()).toBe(Number(before) + 1)
    const answered = (await mark(id, true)).data
    expect(answered).toMatchObject({
      answeredBy: { _id: admin.id },
      answeredAt: expect.any(String),
    })
    expect(await waiting()).toBe(before)
    // Marking it again does not change the first mark.
    expect((await mark(id, true, await makeAdmin(app.db))).data).toEqual(answered)
    expect((await mark(id, false)).data).toMatchObject({ answeredAt: null, answeredBy: null })
  })

  it('are answered by mail once, without the message, and the answer is kept', async () => {
    const email = `${uniqueText()}@example.org`
    const id = await makeContactMessage(app.db, { email, message: 'Ladakh?' })
    const answer = (text: string, fields: object = {}, user = admin) =>
      app.as(user).call(answerContactMessage, { params: { id }, body: { answer: text, ...fields } })
    const [one, two] = await Promise.all([
      answer('Yes, we do.\nIn May.', { quoteForm: true }),
      answer('No.', {}, await makeAdmin(app.db)),
    ])
    const [sent, refused] = one.status === 200 ? [one, two] : [two, one]
    expect([sent.message, refused.code]).toEqual(['Answer sent.', 'CONTACT_MESSAGE_ANSWERED'])
    const mails = await waitForMails(app.config, email)
    expect(mails).toHaveLength(1)
    expect(mails[0]?.replyTo?.[0]?.address).toBe(office)
    expect(mails[0]?.text).not.toContain('Ladakh?')
    const [kept] = (await list({ search: email })).docs
    expect(kept).toMatchObject({ answer: sent.data.answer, answeredAt: expect.any(String) })

    await mark(id, false)
    expect((await answer('And in June.', { quoteForm: true })).data.answer).toBe(
      `${sent.data.answer}\n\nAnd in June.`,
    )
    const last = (await waitForMails(app.config, email, 2)).at(-1)
    expect(last?.text).toContain('And in June.')
    expect(last?.text).toMatch(/Make an enquiry: http\S+\/quote/)
    expect((await answer(' ')).fieldErrors).toEqual({ answer: 'Write an answer.' })
  })

  it('are not accessible to agents', async () => {
    const agent = await makeAgent(app.db)
    const id = await makeContactMessage(app.db)
    expect((await mark(id, true, agent)).code).toBe('FORBIDDEN')
    expect((await app.as(agent).call(listContactMessages)).code).toBe('FORBIDDEN')
  })
})
