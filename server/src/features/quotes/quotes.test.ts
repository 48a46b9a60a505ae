import { formatPaise } from '@raahi/contract/formats'
import { erasePersonalData, exportPersonalData } from '@raahi/contract/personal-data'
import { getPipelineCard } from '@raahi/contract/pipeline'
import { quoteLimits } from '@raahi/contract/quote-limits'
import { computeQuoteTotals } from '@raahi/contract/quote-rules'
import {
  answerSharedQuote,
  createQuoteLink,
  discardQuoteDraft,
  getLastQuote,
  getPurchaseQuote,
  getQuote,
  getQuoteVersion,
  mailQuote,
  openQuoteDraft,
  type QuoteContent,
  saveQuoteDraft,
  sendQuote,
  withdrawQuote,
} from '@raahi/contract/quotes'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { expectAllInvariantsHold } from '../../testing/expect-invariants.ts'
import { giveMoney, type MadeUser, makeAgent } from '../../testing/factories.ts'
import { untilJobsDone, waitForMail } from '../../testing/mails.ts'
import { createMarketplace, type Marketplace } from '../../testing/marketplace.ts'
import { quoteActions, sampleQuote, secretOf } from '../../testing/quote-actions.ts'
import { readPdf } from '../../testing/read-pdf.ts'
import type { TestApp } from '../../testing/test-app.ts'

let market: Marketplace
let app: TestApp
let admin: MadeUser
let agent: MadeUser
beforeAll(async () => {
  market = await createMarketplace()
  ;({ app, admin, agent } = market)
})
afterEach(() => expectAllInvariantsHold(app.database))
afterAll(() => app.close())
const { makeBought, open, save, send, read, makeSent, reviseAndSend } = quoteActions(() => market)

describe('a quote', () => {
  it('starts with the data of the lead, is saved with its amounts, and is sent as version 1', async () => {
    const { purchaseId } = await makeBought()
    expect(
      (await app.as(agent).call(getPurchaseQuote, { params: { id: purchaseId } })).data,
    ).toEqual({
      quote: null,
    })
    const { _id: id, draft } = (await open(purchaseId)).data
    expect(draft).toMatchObject({ version: 1, revision: 1, gst: 'none', totalPaise: 0 })
    const saved = await save(id, 1)
    expect(saved.data).toMatchObject({ ...sampleQuote, revision: 2, totalPaise: 74_999_97 })
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
      quote: { title: sampleQuote.title, days: sampleQuote.days, totalPaise: 74_999_97 },
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
    for (const text of [secret, email, sampleQuote.title]) {
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

  it('of another agent gets the same response as an unknown quote, for every call and id', async () => {
    const { id, purchaseId } = await makeSent()
    await open(purchaseId)
    const other = app.as(await makeAgent(app.db))
    const params = { id }
    const draft = { ...sampleQuote, revision: 1 }
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

  it('rejects the second save of two tabs, so that it does not overwrite the first one', async () => {
    const { purchaseId } = await makeBought()
    const { _id: id } = (await open(purchaseId)).data
    const answers = await Promise.all([
      save(id, 1, { title: 'One' }),
      save(id, 1, { title: 'Two' }),
    ])
    expect(answers.map(({ code }) => code).sort()).toEqual(['QUOTE_CHANGED', undefined])
    expect((await send(id, 1)).code).toBe('QUOTE_CHANGED')
  })

  it('accepts a save that is repeated after a lost response, and rejects a repeated save with another text', async () => {
    const { purchaseId } = await makeBought()
    const { _id: id } = (await open(purchaseId)).data
    const first = await save(id, 1)
    const again = await save(id, 1)
    expect([again.status, again.data]).toEqual([200, first.data])
    expect((await save(id, 1, { title: 'Two' })).code).toBe('QUOTE_CHANGED')
    await send(id, 2)
    expect((await save(id, 1)).code).toBe('QUOTE_CHANGED')
  })

  it('is one quote with one draft if it is opened twice concurrently', async () => {
    const { purchaseId } = await makeBought()
    const answers = await Promise.all([open(purchaseId), open(purchaseId), open(purchaseId)])
    expect(new Set(answers.map(({ data }) => data._id)).size).toBe(1)
  })

  it('is not sent before it is complete, and the response has the missing fields', async () => {
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

  it('can start with the last quote for the same destination, without its price and never with the name of a traveller', async () => {
    const buyer = await makeAgent(app.db)
    await giveMoney(app.database, buyer.id, 1000_00)
    const sendTo = async (destination: string, fields: Partial<QuoteContent>) => {
      const { purchaseId, leadId } = await makeBought(buyer)
      await app.db.updateTable('leads').set({ destination }).where('id', '=', leadId).execute()
      const { _id: id } = (await open(purchaseId, buyer)).data
      const body = { ...sampleQuote, ...fields, revision: 1 }
      await app.as(buyer).call(saveQuoteDraft, { params: { id }, body })
      await app.as(buyer).call(sendQuote, { params: { id }, body: { revision: 2 } })
      return { id, leadId }
    }
    const last = async (id: string, by = buyer) =>
      (await app.as(by).call(getLastQuote, { params: { id } })).data.quote
    const goa = await sendTo('North Goa', { title: 'Beaches' })
    expect(await last(goa.id), 'only quotes for other leads').toBeNull()
    await sendTo('Kerala', { title: 'Backwaters' })
    const { rows } = await sql<{
      name: string
    }>`select name from leads where id = ${goa.leadId}`.execute(app.db)
    await sendTo('Goa', { title: `For ${rows[0]?.name}` })
    const { purchaseId, leadId } = await makeBought(buyer)
    await app.db
      .updateTable('leads')
      .set({ destination: 'Kerela' })
      .where('id', '=', leadId)
      .execute()
    const { _id: id } = (await open(purchaseId, buyer)).data
    const found = await last(id)
    expect(found).toMatchObject({ destination: 'Kerala', texts: { title: 'Backwaters' } })
    expect(found?.texts).not.toHaveProperty('pricePerPersonPaise')
    await app.db
      .updateTable('leads')
      .set({ destination: 'Ladakh' })
      .where('id', '=', leadId)
      .execute()
    expect((await last(id))?.texts.title, 'the latest one without a name').toBe('Backwaters')
    expect((await app.as(agent).call(getLastQuote, { params: { id } })).code).toBe(
      'QUOTE_NOT_FOUND',
    )
  })

  it('is proposed as the price of the won trip while it is sent', async () => {
    const { id, leadId } = await makeSent()
    const amount = async () =>
      (await app.as(agent).call(getPipelineCard, { params: { leadId } })).data.card.quoteAmount
    expect(await amount()).toBe(74_999.97)
    await app.as(agent).call(withdrawQuote, { params: { id } })
    expect(await amount()).toBeNull()
  })

  it('moves a new lead to Quoted in the pipeline when it is sent', async () => {
    const { leadId } = await makeSent()
    const { rows } = await sql<{ stage: string }>`
      select c.stage from pipeline_cards c join purchases p on p.id = c.purchase_id
      where p.lead_id = ${leadId}`.execute(app.db)
    expect(rows).toEqual([{ stage: 'quoted' }])
  })

  it('keeps its sent versions when the draft is discarded', async () => {
    const { id, purchaseId, secret } = await makeSent()
    await open(purchaseId)
    await app.as(agent).call(discardQuoteDraft, { params: { id } })
    const after = await app.as(agent).call(getQuote, { params: { id } })
    expect(after.data).toMatchObject({ draft: null, versions: [{ version: 1, status: 'sent' }] })
    expect((await read(secret)).status).toBe(200)
  })
})

describe('a sent version', () => {
  it('never changes: an edit creates the next version, which all links show', async () => {
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

  it('add up, and contain the computed GST, for every price', () => {
    fc.assert(
      fc.property(price, (fields) => {
        const { taxablePaise, gstPaise, totalPaise } = computeQuoteTotals(fields)
        expect(taxablePaise + gstPaise).toBe(totalPaise)
        expect(Math.abs(taxablePaise * 5 - gstPaise * 100)).toBeLessThanOrEqual(53)
      }),
    )
  })
})

describe('an erasure', () => {
  it('removes all texts about the traveller, keeps the amounts, and stops the links', async () => {
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
