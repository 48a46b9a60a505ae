import { formatPaise } from '@raahi/contract/formats'
import { withdrawOwnEnquiry } from '@raahi/contract/own-enquiry'
import { erasePersonalData, exportPersonalData } from '@raahi/contract/personal-data'
import { quoteLimits } from '@raahi/contract/quote-limits'
import { computeQuoteTotals } from '@raahi/contract/quote-rules'
import {
  answerSharedQuote,
  createQuoteLink,
  discardQuoteDraft,
  getPurchaseQuote,
  getQuote,
  getQuoteVersion,
  mailQuote,
  openQuoteDraft,
  type QuoteContent,
  readSharedQuote,
  saveQuoteDraft,
  sendQuote,
  withdrawQuote,
} from '@raahi/contract/quotes'
import { suspendUser } from '@raahi/contract/users'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { expectAllInvariantsHold } from '../../testing/expect-invariants.ts'
import {
  buyEnquiryLead,
  giveMoney,
  type MadeUser,
  makeAgent,
  makeEnquiryLead,
  makePurchase,
} from '../../testing/factories.ts'
import { readMails, retryJobsNow, untilJobsDone, waitForMail } from '../../testing/mails.ts'
import { createMarketplace } from '../../testing/marketplace.ts'
import { readPdf } from '../../testing/read-pdf.ts'
import { type TestApp, uniqueText } from '../../testing/test-app.ts'

let app: TestApp
let admin: MadeUser
let agent: MadeUser
beforeAll(async () => {
  ;({ app, admin, agent } = await createMarketplace())
})
afterEach(() => expectAllInvariantsHold(app.database))
afterAll(() => app.close())

const content = {
  title: 'Six days in Goa',
  days: [
    { title: 'Arrival', text: 'Airport pick-up, beach walk' },
    { title: 'Old Goa', text: 'Churches and a river cruise' },
  ],
  inclusions: 'Hotel, breakfast',
  exclusions: 'Flights',
  terms: 'Half in advance',
  pricePerPersonPaise: 24_999_99,
  persons: 3,
  gst: 'none',
  validUntil: '2099-12-31',
} satisfies QuoteContent

/** A purchase by the agent of a lead whose traveller has a link. */
async function makeBought(by: MadeUser = agent) {
  const mark = uniqueText()
  const phone = `+9197${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`
  const email = `asha-${mark}@example.org`
  const { leadId, token } = await makeEnquiryLead(app.db, admin.id, { phone, email })
  await sql`update leads set phone = ${phone}, email = ${email} where id = ${leadId}`.execute(
    app.db,
  )
  const purchaseId = await buyEnquiryLead(app.database, by.id, leadId, { hoursAgo: 1 })
  return { mark, phone, email, token, leadId, purchaseId }
}

const open = (purchaseId: string, by = agent) =>
  app.as(by).call(openQuoteDraft, { params: { id: purchaseId } })
const save = (id: string, revision: number, fields: Partial<QuoteContent> = {}) =>
  app.as(agent).call(saveQuoteDraft, { params: { id }, body: { ...content, ...fields, revision } })
const send = (id: string, revision: number) =>
  app.as(agent).call(sendQuote, { params: { id }, body: { revision } })
const read = (secret: string) => app.call(readSharedQuote, { body: { secret } })
const secretOf = (link: { url: string }) => link.url.split('#')[1] ?? ''

/** A purchase with a sent quote. */
async function makeSent(fields: Partial<QuoteContent> = {}) {
  const bought = await makeBought()
  const { _id: id, draft } = (await open(bought.purchaseId)).data
  const saved = (await save(id, draft?.revision ?? 0, fields)).data
  const sent = await send(id, saved.revision)
  expect(sent.status, sent.text).toBe(200)
  return { ...bought, id, secret: secretOf(sent.data.link) }
}

async function reviseAndSend(purchaseId: string, fields: Partial<QuoteContent>) {
  const { _id: id, draft } = (await open(purchaseId)).data
  const saved = (await save(id, draft?.revision ?? 0, fields)).data
  return send(id, saved.revision)
}

describe('a quote', () => {
  it('begins with what the lead says, is saved with its amounts, and is sent as version 1', async () => {
    const { purchaseId } = await makeBought()
    expect(
      (await app.as(agent).call(getPurchaseQuote, { params: { id: purchaseId } })).data,
    ).toEqual({
      quote: null,
    })
    const { _id: id, draft } = (await open(purchaseId)).data
    expect(draft).toMatchObject({ version: 1, revision: 1, gst: 'none', totalPaise: 0 })
    const saved = await save(id, 1)
    expect(saved.data).toMatchObject({ ...content, revision: 2, totalPaise: 74_999_97 })
    const sent = await send(id, 2)
    expect(sent.data.quote).toMatchObject({
      draft: null,
      versions: [{ version: 1, status: 'sent', totalPaise: 74_999_97, views: 0 }],
    })
    expect(sent.data.link.url).toMatch(/\/quote#[\w-]{43}$/)
  })

  it('shows its traveller the quote and the agency, and nothing about the lead or its price', async () => {
    const { secret, phone, email, mark } = await makeSent()
    const shared = await read(secret)
    expect(shared.data).toMatchObject({
      version: 1,
      validUntil: '2099-12-31',
      agency: { agentName: agent.name },
      quote: { title: content.title, days: content.days, totalPaise: 74_999_97 },
      isLiked: false,
    })
    for (const hidden of [phone.slice(3), email, mark, 'LD-', 'purchase', 'revision']) {
      expect(shared.text).not.toContain(hidden)
    }
    expect(shared.headers['cache-control']).toBe('no-store')
  })

  it('stores only the hash of a secret', async () => {
    const { secret } = await makeSent()
    const { rows } =
      await sql`select from quote_links where token_hash = sha256(${secret}::bytea)`.execute(app.db)
    expect(rows).toHaveLength(1)
    const { rows: tables } = await sql<{ name: string }>`
      select tablename as name from pg_tables where schemaname = 'public'`.execute(app.db)
    for (const { name } of tables) {
      const found = await app.database.pool.query(
        `select from ${name} t where t::text like $1 limit 1`,
        [`%${secret}%`],
      )
      expect(found.rows, name).toEqual([])
    }
  })

  it('has neither a secret nor a text of its mail in the job queue', async () => {
    const { id, email } = await makeSent()
    await app.as(agent).call(mailQuote, { params: { id } })
    const mail = await waitForMail(app.config, email, /^A quote for your trip$/)
    const secret = /\/quote#([\w-]{43})/.exec(mail.text ?? '')?.[1] ?? ''
    expect((await read(secret)).status).toBe(200)
    await untilJobsDone(app.database)
    for (const text of [secret, email, content.title]) {
      const found = await app.database.pool.query(
        "select from pgboss.job j where name <> 'enquiry-link' and j::text like $1",
        [`%${text}%`],
      )
      expect(found.rows, text).toEqual([])
    }
  })

  it('keeps its newest hundred links', async () => {
    const { id, secret } = await makeSent()
    await sql`insert into quote_links select sha256(n::text::bytea), ${id}, now() + interval '1 minute'
      from generate_series(1, ${quoteLimits.links - 1}) n`.execute(app.db)
    await sql`update quote_links set token_hash = sha256(random()::text::bytea)
      where quote_id = ${id} and created_at > now()`.execute(app.db)
    expect((await read(secret)).status).toBe(200)
    const { data } = await app.as(agent).call(createQuoteLink, { params: { id } })
    expect((await read(secret)).code).toBe('QUOTE_LINK_NOT_FOUND')
    expect((await read(secretOf(data))).code).toBeUndefined()
  })

  it('of another agent answers like an unknown one, by every call and id', async () => {
    const { id, purchaseId } = await makeSent()
    await open(purchaseId)
    const other = app.as(await makeAgent(app.db))
    const params = { id }
    const draft = { ...content, revision: 1 }
    const answers = await Promise.all([
      other.call(getQuote, { params }),
      other.call(getQuoteVersion, { params: { id, version: '1' } }),
      other.call(saveQuoteDraft, { params, body: draft }),
      other.call(discardQuoteDraft, { params }),
      other.call(sendQuote, { params, body: { revision: 1 } }),
      other.call(createQuoteLink, { params }),
      other.call(mailQuote, { params }),
      other.call(withdrawQuote, { params }),
      other.call(getPurchaseQuote, { params: { id: purchaseId } }),
      other.call(openQuoteDraft, { params: { id: purchaseId } }),
    ])
    const codes = answers.map(({ status, code }) => [status, code])
    expect(codes.slice(0, 8)).toEqual(Array(8).fill([404, 'QUOTE_NOT_FOUND']))
    expect(codes.slice(8)).toEqual(Array(2).fill([404, 'LEAD_NOT_FOUND']))
    expect((await app.as(agent).call(getQuote, { params })).data.draft).toMatchObject({
      revision: 1,
    })
  })

  it('keeps what was typed when two tabs save: the second is refused', async () => {
    const { purchaseId } = await makeBought()
    const { _id: id } = (await open(purchaseId)).data
    const answers = await Promise.all([
      save(id, 1, { title: 'One' }),
      save(id, 1, { title: 'Two' }),
    ])
    expect(answers.map(({ code }) => code).sort()).toEqual(['QUOTE_CHANGED', undefined])
    expect((await send(id, 1)).code).toBe('QUOTE_CHANGED')
  })

  it('answers a save that is repeated after a lost answer, and refuses one with another text', async () => {
    const { purchaseId } = await makeBought()
    const { _id: id } = (await open(purchaseId)).data
    const first = await save(id, 1)
    const again = await save(id, 1)
    expect([again.status, again.data]).toEqual([200, first.data])
    expect((await save(id, 1, { title: 'Two' })).code).toBe('QUOTE_CHANGED')
    await send(id, 2)
    expect((await save(id, 1)).code).toBe('QUOTE_CHANGED')
  })

  it('is one quote with one draft if it is opened twice at once', async () => {
    const { purchaseId } = await makeBought()
    const answers = await Promise.all([open(purchaseId), open(purchaseId), open(purchaseId)])
    expect(new Set(answers.map(({ data }) => data._id)).size).toBe(1)
  })

  it('is not sent before it is complete, and says what is missing', async () => {
    const { purchaseId } = await makeBought()
    const { _id: id } = (await open(purchaseId)).data
    const gaps = { title: '', days: [{ title: '', text: '' }], pricePerPersonPaise: 0, persons: 0 }
    await save(id, 1, { ...gaps, gst: 'added', validUntil: '2020-01-01' })
    const refused = await send(id, 2)
    expect([refused.status, refused.code]).toEqual([400, 'QUOTE_INCOMPLETE'])
    expect(Object.keys(refused.fieldErrors ?? {}).sort()).toEqual(
      ['days.0.title', 'gst', 'persons', 'pricePerPersonPaise', 'title', 'validUntil'].sort(),
    )
  })

  it('moves a new lead to Quoted in the pipeline when it is sent', async () => {
    const { leadId } = await makeSent()
    const { rows } = await sql<{ stage: string }>`
      select c.stage from pipeline_cards c join purchases p on p.id = c.purchase_id
      where p.lead_id = ${leadId}`.execute(app.db)
    expect(rows).toEqual([{ stage: 'quoted' }])
  })

  it('is discarded without its sent versions', async () => {
    const { id, purchaseId, secret } = await makeSent()
    await open(purchaseId)
    await app.as(agent).call(discardQuoteDraft, { params: { id } })
    const after = await app.as(agent).call(getQuote, { params: { id } })
    expect(after.data).toMatchObject({ draft: null, versions: [{ version: 1, status: 'sent' }] })
    expect((await read(secret)).status).toBe(200)
  })
})

describe('a sent version', () => {
  it('stays as it was sent: a change makes the next version, which all links show', async () => {
    const { id, purchaseId, secret } = await makeSent()
    const before = (await app.as(agent).call(getQuoteVersion, { params: { id, version: '1' } }))
      .data
    await reviseAndSend(purchaseId, { title: 'Seven days in Goa', persons: 4 })
    const after = (await app.as(agent).call(getQuoteVersion, { params: { id, version: '1' } })).data
    expect(after).toEqual({ ...before, status: 'replaced' })
    expect((await read(secret)).data).toMatchObject({
      version: 2,
      quote: { title: 'Seven days in Goa', persons: 4 },
    })
  })

  it.each([
    ['title', sql`update quote_versions set title = 'Other' where quote_id = $1`],
    [
      'price',
      sql`update quote_versions set price_per_person_paise = 1, taxable_paise = 3, total_paise = 3`,
    ],
    ['days', sql`update quote_versions set days = '[]'`],
    ['agency', sql`update quote_versions set agency_company = 'Other'`],
    ['time', sql`update quote_versions set sent_at = now()`],
    ['state', sql`update quote_versions set status = 'draft', sent_at = null`],
    ['row', sql`delete from quote_versions`],
  ])('is not changed by any statement of the product (%s)', async (_name, statement) => {
    const { id } = await makeSent()
    const change = statement.compile(app.db).sql.replace(/ where .*/, '')
    await expect(app.database.pool.query(`${change} where quote_id = $1`, [id])).rejects.toThrow(
      /was sent and/,
    )
  })
})

describe('the amounts of a quote', () => {
  const price = fc.record({
    pricePerPersonPaise: fc.integer({ min: 1, max: 100_000_000 }),
    persons: fc.integer({ min: 1, max: 500 }),
    gst: fc.constantFrom('included' as const, 'added' as const),
  })

  it('are computed by one function, and are equal on screen, in the stored version, behind the link and in the PDF', async () => {
    await sql`update users set gstin = '27AAPFU0939F1ZV', billing_state = '27' where id = ${agent.id}`.execute(
      app.db,
    )
    const { id, purchaseId, secret } = await makeSent({ gst: 'added' })
    await fc.assert(
      fc.asyncProperty(price, async (fields) => {
        const totals = computeQuoteTotals(fields)
        const draft = (await open(purchaseId)).data.draft
        const saved = (await save(id, draft?.revision ?? 0, fields)).data
        expect(saved).toMatchObject(totals)
        const { quote } = (await send(id, saved.revision)).data
        const version = quote.versions[0]?.version ?? 0
        expect(quote.versions[0]?.totalPaise).toBe(totals.totalPaise)
        const params = { id, version: String(version) }
        expect((await app.as(agent).call(getQuoteVersion, { params })).data).toMatchObject(totals)
        expect((await read(secret)).data.quote).toMatchObject(totals)
        // A user can draw fewer PDFs in ten minutes than this test has runs.
        if (version > 12) return
        const pdf = await app.app.inject({
          url: `/api/quotes/${id}/versions/${version}/pdf`,
          headers: { authorization: `Bearer ${agent.token}` },
        })
        const text = readPdf(pdf.rawPayload).text.replaceAll('\n', '')
        expect(text).toContain(`Total${formatPaise(totals.totalPaise)}`)
        expect(text).toContain(formatPaise(totals.gstPaise))
      }),
      { numRuns: 40 },
    )
    await sql`update users set gstin = null, billing_state = null where id = ${agent.id}`.execute(
      app.db,
    )
  })

  it('add up, and include GST as it was computed, for every price', () => {
    fc.assert(
      fc.property(price, (fields) => {
        const { taxablePaise, gstPaise, totalPaise } = computeQuoteTotals(fields)
        expect(taxablePaise + gstPaise).toBe(totalPaise)
        expect(Math.abs(taxablePaise * 5 - gstPaise * 100)).toBeLessThanOrEqual(53)
      }),
    )
  })
})

describe('a link', () => {
  it('stops with the withdrawal of the traveller, and nothing can be sent any more', async () => {
    const { id, purchaseId, secret, token } = await makeSent()
    expect((await read(secret)).status).toBe(200)
    await app.call(withdrawOwnEnquiry, { params: { token } })
    const stopped = await read(secret)
    expect([stopped.status, stopped.code]).toEqual([404, 'QUOTE_LINK_NOT_FOUND'])
    const unknown = await read('x'.repeat(43))
    expect(stopped.text.replace(/"requestId":"[^"]*"/, '')).toBe(
      unknown.text.replace(/"requestId":"[^"]*"/, ''),
    )
    const question = { secret, version: 1, kind: 'question' as const, text: 'Is it warm?' }
    const params = { id }
    const answers = [
      await app.call(answerSharedQuote, { body: question }),
      await app.as(agent).call(mailQuote, { params }),
      await app.as(agent).call(createQuoteLink, { params }),
      await open(purchaseId),
    ]
    expect(answers.map(({ code }) => code)).toEqual([
      'QUOTE_LINK_NOT_FOUND',
      'CONTACT_STOPPED',
      'CONTACT_STOPPED',
      'CONTACT_STOPPED',
    ])
  })

  it('stops when the quote is withdrawn, also after a later version', async () => {
    const { id, purchaseId, secret } = await makeSent()
    await app.as(agent).call(withdrawQuote, { params: { id } })
    expect((await read(secret)).code).toBe('QUOTE_LINK_NOT_FOUND')
    const again = await app.as(agent).call(withdrawQuote, { params: { id } })
    expect([again.status, again.code]).toEqual([409, 'QUOTE_NOT_SENT'])
    const sent = await reviseAndSend(purchaseId, {})
    expect((await read(secret)).code).toBe('QUOTE_LINK_NOT_FOUND')
    expect((await read(secretOf(sent.data.link))).data.version).toBe(2)
  })

  it('stops while the agent is suspended', async () => {
    const other = await makeAgent(app.db)
    await giveMoney(app.database, other.id, 100_00)
    const { purchaseId } = await makeBought(other)
    const { _id: id } = (await open(purchaseId, other)).data
    const by = app.as(other)
    await by.call(saveQuoteDraft, { params: { id }, body: { ...content, revision: 1 } })
    const { link } = (await by.call(sendQuote, { params: { id }, body: { revision: 2 } })).data
    await app
      .as(admin)
      .call(suspendUser, { params: { userId: other.id }, query: { status: 'suspended' } })
    expect((await read(secretOf(link))).code).toBe('QUOTE_LINK_NOT_FOUND')
  })

  it('stops when the lead is returned, and no quote can be sent', async () => {
    const { secret, purchaseId, id } = await makeSent()
    await sql`update purchases set replacement_status = 'approved' where id = ${purchaseId}`.execute(
      app.db,
    )
    expect((await read(secret)).code).toBe('QUOTE_LINK_NOT_FOUND')
    expect((await app.as(agent).call(mailQuote, { params: { id } })).code).toBe('LEAD_RETURNED')
    await sql`update purchases set replacement_status = 'no-replacement' where id = ${purchaseId}`.execute(
      app.db,
    )
  })

  it('shows the agency without the quote after the last day of validity', async () => {
    const { rows } = await sql<{ today: string }>`select today_in_india() as today`.execute(app.db)
    const { secret, id } = await makeSent({ validUntil: rows[0]?.today ?? '' })
    expect((await read(secret)).data.quote).not.toBeNull()
    await sql`alter table quote_versions disable trigger keep_sent_version`.execute(app.db)
    await sql`update quote_versions set valid_until = today_in_india() - 1 where quote_id = ${id}`.execute(
      app.db,
    )
    await sql`alter table quote_versions enable trigger keep_sent_version`.execute(app.db)
    const shared = (await read(secret)).data
    expect(shared).toMatchObject({ quote: null, agency: { agentName: agent.name } })
    const like = { secret, version: 1, kind: 'like' as const }
    expect((await app.call(answerSharedQuote, { body: like })).code).toBe('QUOTE_EXPIRED')
  })

  it('counts a view per opening, reloads within a minute once, and stores no address', async () => {
    const { secret, id } = await makeSent()
    const views = async () =>
      (await app.as(agent).call(getQuote, { params: { id } })).data.versions[0]?.views
    await read(secret)
    await read(secret)
    expect(await views()).toBe(1)
    await sql`update quote_views set last_viewed_at = now() - interval '2 minutes' where quote_id = ${id}`.execute(
      app.db,
    )
    await read(secret)
    expect(await views()).toBe(2)
  })
})

describe('an answer', () => {
  it('is stored once per version as a like, mailed to the agent, and shown', async () => {
    const { secret, id, purchaseId } = await makeSent()
    const like = (version: number) =>
      app.call(answerSharedQuote, { body: { secret, version, kind: 'like' } })
    expect((await like(1)).status).toBe(200)
    expect((await like(1)).status).toBe(200)
    expect((await read(secret)).data.isLiked).toBe(true)
    await reviseAndSend(purchaseId, { title: 'Better' })
    expect((await like(1)).code).toBe('QUOTE_HAS_NEW_VERSION')
    expect((await read(secret)).data.isLiked).toBe(false)
    const { answers } = (await app.as(agent).call(getQuote, { params: { id } })).data
    expect(answers).toMatchObject([{ kind: 'like', version: 1, text: null }])
    await waitForMail(app.config, agent.email, /likes your quote$/)
  })

  it('is mailed to the agent without the text of the question', async () => {
    const { secret, id, mark } = await makeSent()
    const text = `Is breakfast included? ${mark}`
    await app.call(answerSharedQuote, { body: { secret, version: 1, kind: 'question', text } })
    const { answers } = (await app.as(agent).call(getQuote, { params: { id } })).data
    expect(answers).toMatchObject([{ kind: 'question', text }])
    const mail = await waitForMail(app.config, agent.email, /^A question about your quote/)
    expect(mail.text).not.toContain(mark)
  })

  it('needs a text of 1 to 1000 characters as a question', async () => {
    const { secret } = await makeSent()
    for (const text of ['', '   ', 'x'.repeat(1001)]) {
      const body = { secret, version: 1, kind: 'question' as const, text }
      expect((await app.call(answerSharedQuote, { body })).status).toBe(400)
    }
  })
})

describe('mailing a quote', () => {
  it('sends one mail per version to the traveller, and a reply goes to the agent', async () => {
    const { id, email } = await makeSent()
    const mailed = await app.as(agent).call(mailQuote, { params: { id } })
    expect(mailed.data.versions[0]?.mailedAt).not.toBeNull()
    const mail = await waitForMail(app.config, email, /^A quote for your trip$/)
    expect(mail.text).toContain('/quote#')
    expect(mail.text).toContain('₹74,999.97')
    expect(mail.text).toContain('withdraw your enquiry')
    const again = await Promise.all(
      [1, 2].map(() => app.as(agent).call(mailQuote, { params: { id } })),
    )
    expect(again.map(({ code }) => code)).toEqual(['QUOTE_ALREADY_MAILED', 'QUOTE_ALREADY_MAILED'])
  })

  it('names no enquiry and no first mail if an admin has entered the lead', async () => {
    const leadId = await makePurchase(app.database, agent.id)
    const email = `admin-${leadId}@example.org`
    await sql`update leads set email = ${email} where id = ${leadId}`.execute(app.db)
    const purchase = await sql<{ id: string }>`
      select id from purchases where lead_id = ${leadId}`.execute(app.db)
    const { _id: id } = (await open(purchase.rows[0]?.id ?? '')).data
    await save(id, 1)
    await send(id, 2)
    await app.as(agent).call(mailQuote, { params: { id } })
    const mail = await waitForMail(app.config, email, /^A quote for your trip$/)
    expect(mail.text).not.toMatch(/enquiry|first mail/)
  })

  type Sent = Awaited<ReturnType<typeof makeSent>>
  it.each<[string, (sent: Sent) => Promise<unknown>]>([
    ['the traveller withdraws', ({ token }) => app.call(withdrawOwnEnquiry, { params: { token } })],
    [
      'the traveller is erased',
      ({ phone }) => app.as(admin).call(erasePersonalData, { body: { phone } }),
    ],
    ['the quote is withdrawn', ({ id }) => app.as(agent).call(withdrawQuote, { params: { id } })],
    ['the next version is sent', ({ purchaseId }) => reviseAndSend(purchaseId, { persons: 5 })],
    [
      'the agent is suspended',
      () => sql`update users set status = 'suspended' where id = ${agent.id}`.execute(app.db),
    ],
  ])('sends nothing from the queue after %s', async (_what, end) => {
    const sent = await makeSent()
    await app.as(agent).call(mailQuote, { params: { id: sent.id } })
    await waitForMail(app.config, sent.email, /^A quote for your trip$/)
    await untilJobsDone(app.database)
    const ofQuote = sql`(data ->> 'quoteId' = ${sent.id} or data ->> 'to' = ${sent.email})
      and name in ('mail', 'quote-mail')`
    const { rows } = await sql<{ id: string }>`select id from pgboss.job where ${ofQuote}`.execute(
      app.db,
    )
    expect(rows).toHaveLength(1)
    await end(sent)
    await untilJobsDone(app.database)
    const before = await readMails(app.config, sent.email)
    // As if the mail server had not taken it.
    await sql`update pgboss.job set state = 'retry', completed_on = null where id = ${rows[0]?.id}`.execute(
      app.db,
    )
    await retryJobsNow(app.database)
    await untilJobsDone(app.database)
    expect(await readMails(app.config, sent.email)).toHaveLength(before.length)
    await sql`update users set status = 'active' where id = ${agent.id}`.execute(app.db)
  })

  it('leaves no link that works if the traveller withdraws at the same time', async () => {
    const { id, token, email, secret } = await makeSent()
    const [mailed] = await Promise.all([
      app.as(agent).call(mailQuote, { params: { id } }),
      app.call(withdrawOwnEnquiry, { params: { token } }),
    ])
    expect([undefined, 'CONTACT_STOPPED']).toContain(mailed.code)
    await untilJobsDone(app.database)
    const texts = (await readMails(app.config, email)).map(({ text }) => text ?? '')
    const secrets = texts.flatMap((text) => /\/quote#([\w-]{43})/.exec(text)?.[1] ?? [])
    for (const each of [secret, ...secrets]) {
      expect((await read(each)).code).toBe('QUOTE_LINK_NOT_FOUND')
    }
  })

  it('names the agency as the sent version does, after a change of the profile', async () => {
    const other = await makeAgent(app.db)
    await giveMoney(app.database, other.id, 100_00)
    const { purchaseId, email } = await makeBought(other)
    const { _id: id } = (await open(purchaseId, other)).data
    const by = app.as(other)
    await by.call(saveQuoteDraft, { params: { id }, body: { ...content, revision: 1 } })
    await by.call(sendQuote, { params: { id }, body: { revision: 2 } })
    await sql`update users set name = 'Other Name', company_name = 'Other Company' where id = ${other.id}`.execute(
      app.db,
    )
    await sql`update enquiries set email_verified_at = now() where email = ${email}`.execute(app.db)
    await by.call(mailQuote, { params: { id } })
    const { text } = await waitForMail(app.config, email, /^A quote for your trip$/)
    expect(text).toContain(other.name)
    expect(text).not.toContain('Other')
  })

  it('is refused for a traveller without an email', async () => {
    const { id, leadId } = await makeSent()
    await sql`update leads set email = '' where id = ${leadId}`.execute(app.db)
    expect((await app.as(agent).call(mailQuote, { params: { id } })).code).toBe(
      'TRAVELLER_HAS_NO_EMAIL',
    )
  })
})

describe('an erasure', () => {
  it('leaves nothing that was written about the traveller, keeps the amounts, and stops the links', async () => {
    const bought = await makeBought()
    const { mark, phone, purchaseId } = bought
    const { _id: id } = (await open(purchaseId)).data
    const text = `For Asha ${mark}`
    const texts = {
      title: text,
      days: [{ title: text, text }],
      inclusions: text,
      exclusions: text,
      terms: text,
    }
    await save(id, 1, texts)
    const sent = await send(id, 2)
    const secret = secretOf(sent.data.link)
    await app.call(answerSharedQuote, { body: { secret, version: 1, kind: 'question', text } })
    await app.as(agent).call(mailQuote, { params: { id } })
    await open(purchaseId)
    const file = await app.as(admin).call(exportPersonalData, { body: { phone } })
    expect(JSON.parse(file.text).leads[0].quotes).toMatchObject([
      { version: 1, status: 'sent', ...texts, answers: [{ kind: 'question', text }] },
      { version: 2, status: 'draft', ...texts },
    ])
    await untilJobsDone(app.database)
    await app.as(admin).call(erasePersonalData, { body: { phone } })
    for (const table of [
      'quotes',
      'quote_versions',
      'quote_answers',
      'quote_links',
      'pgboss.job',
    ]) {
      const found = await app.database.pool.query(`select from ${table} t where t::text like $1`, [
        `%${mark}%`,
      ])
      expect(found.rows, table).toEqual([])
    }
    expect((await read(secret)).code).toBe('QUOTE_LINK_NOT_FOUND')
    const after = (await app.as(agent).call(getQuote, { params: { id } })).data
    expect(after).toMatchObject({
      draft: null,
      versions: [{ version: 1, title: '', totalPaise: 74_999_97 }],
      answers: [{ kind: 'question', text: null }],
      stopped: 'withdrawn',
    })
    expect((await save(id, 1, texts)).code).toBe('CONTACT_STOPPED')
    expect((await open(purchaseId)).code).toBe('CONTACT_STOPPED')
  })
})
