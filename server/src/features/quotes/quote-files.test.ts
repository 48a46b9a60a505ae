import { getAgencyLogo, removeAgencyLogo, setAgencyLogo } from '@raahi/contract/agency-logo'
import { formatPaise } from '@raahi/contract/formats'
import { erasePersonalData } from '@raahi/contract/personal-data'
import { computeQuoteTotals } from '@raahi/contract/quote-rules'
import {
  createQuoteTemplate,
  deleteQuoteTemplate,
  getQuoteTemplate,
  listQuoteTemplates,
  updateQuoteTemplate,
} from '@raahi/contract/quote-templates'
import {
  discardQuoteDraft,
  getQuote,
  getQuotePdf,
  getQuoteVersion,
  getSharedQuoteLogo,
  getSharedQuotePdf,
  type QuoteVersion,
  readSharedQuote,
  saveQuoteDraft,
} from '@raahi/contract/quotes'
import fc from 'fast-check'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { expectAllInvariantsHold } from '../../testing/expect-invariants.ts'
import { giveMoney, type MadeUser, makeAgent } from '../../testing/factories.ts'
import { createMarketplace } from '../../testing/marketplace.ts'
import { blackPng } from '../../testing/pictures.ts'
import { makeQuoteDraft, makeQuoteTemplate, makeSentQuote } from '../../testing/quotes.ts'
import { readPdf } from '../../testing/read-pdf.ts'
import { formOf, type TestApp, uniqueText } from '../../testing/test-app.ts'
import { drawQuotePdf } from './quote-pdf.ts'

let app: TestApp
let admin: MadeUser
let agent: MadeUser
beforeAll(async () => {
  ;({ app, admin, agent } = await createMarketplace())
})
afterEach(() => expectAllInvariantsHold(app.database))
afterAll(() => app.close())

/** The bytes of a response that is a file. */
async function fileOf(
  method: 'GET' | 'POST',
  url: string,
  given: { by?: MadeUser; secret?: string },
) {
  const answer = await app.app.inject({
    method,
    url,
    ...(given.by && { headers: { authorization: `Bearer ${given.by.token}` } }),
    ...(given.secret && { payload: { secret: given.secret } }),
  })
  return { headers: answer.headers, bytes: answer.rawPayload }
}
const ownPdf = (by: MadeUser, id: string) =>
  fileOf('GET', `/api/quotes/${id}/versions/1/pdf`, { by })

/** The text without line breaks. ₹ and the digits after it are separate pieces, because their fonts differ. */
const textOf = (pdf: Buffer) => readPdf(pdf).text.replaceAll('\n', '')

const version: QuoteVersion = {
  version: 1,
  status: 'sent',
  sentAt: '2026-11-23T05:00:00.000Z',
  validUntil: '2026-12-05',
  agency: {
    companyName: 'Marigold Travels',
    agentName: 'Asha Rao',
    phone: '+919876543210',
    email: 'asha@example.com',
    address: 'Pune',
    gstin: null,
    hasLogo: false,
  },
  title: 'Goa',
  days: [{ title: 'Arrival', text: 'Beach' }],
  inclusions: '',
  exclusions: '',
  terms: '',
  pricePerPersonPaise: 100_00,
  persons: 2,
  gst: 'none',
  gstPercent: 0,
  taxablePaise: 200_00,
  gstPaise: 0,
  totalPaise: 200_00,
}

describe('the PDF of a quote', () => {
  it('shows the stored amounts for every price', async () => {
    const price = fc.record({
      pricePerPersonPaise: fc.integer({ min: 1, max: 100_000_000 }),
      persons: fc.integer({ min: 1, max: 500 }),
      gst: fc.constantFrom('included' as const, 'added' as const),
    })
    await fc.assert(
      fc.asyncProperty(price, async (fields) => {
        const totals = computeQuoteTotals(fields)
        const quote = { ...version, ...fields, ...totals, gstPercent: 5, logo: null }
        const text = textOf(await drawQuotePdf(quote))
        expect(text).toContain(`Total${formatPaise(totals.totalPaise)}`)
        expect(text).toContain(formatPaise(totals.gstPaise))
      }),
      { numRuns: 30 },
    )
  })

  it('shows the stored amounts, even if a new computation would give another total', async () => {
    const quote = { ...version, totalPaise: 199_00, logo: null }
    expect(textOf(await drawQuotePdf(quote))).toContain('Total₹199')
  })

  it('has the same amounts and texts as the screen and the link', async () => {
    const { id, secret } = await makeSentQuote(app.database, agent.id)
    const params = { id, version: '1' }
    const shown = (await app.as(agent).call(getQuoteVersion, { params })).data
    const own = await ownPdf(agent, id)
    const shared = await fileOf('POST', getSharedQuotePdf.path, { secret })
    expect(own.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'attachment; filename="quote-1.pdf"',
      'cache-control': 'private, no-store',
    })
    for (const text of [textOf(own.bytes), textOf(shared.bytes)]) {
      expect(text).toContain(`Total${formatPaise(shown.totalPaise)}`)
      expect(text).toContain(shown.title)
    }
    expect((await app.call(readSharedQuote, { body: { secret } })).data.quote).toMatchObject({
      totalPaise: shown.totalPaise,
    })
  })

  it('draws ₹ and Hindi with their glyphs, and no placeholder box', async () => {
    const quote = { ...version, title: 'गोवा की यात्रा', logo: null }
    const text = textOf(await drawQuotePdf(quote))
    expect(text).toContain('₹200')
    expect(readPdf(await drawQuotePdf(quote)).text).not.toContain('\u0000')
  })

  it('spans numbered pages with a header, for 30 days of long texts', async () => {
    const text = 'A drive along the coast and lunch in a village. '.repeat(30)
    const days = Array.from({ length: 30 }, (_, at) => ({ title: `Place ${at}`, text }))
    const read = readPdf(await drawQuotePdf({ ...version, days, logo: null }))
    expect(read.pages).toBeGreaterThan(5)
    for (let page = 1; page <= read.pages; page += 1) {
      expect(read.text).toContain(`Page ${page} of ${read.pages}`)
    }
    for (const { title } of days) expect(read.text).toContain(title)
    expect(read.text.match(/Marigold Travels$/gm)?.length).toBeGreaterThanOrEqual(read.pages)
  })

  it('draws hostile texts: a word of 5,000 letters, bidirectional controls, pictographs', async () => {
    const text = `\u202Eabc\u2066 ${'W'.repeat(5000)} ✈️🌴👩🏽‍🚀`
    const quote = { ...version, title: '\u202Eevil', days: [{ title: text.slice(0, 120), text }] }
    const read = readPdf(await drawQuotePdf({ ...quote, terms: '\n'.repeat(3000), logo: null }))
    expect(read.text.match(/W/g)).toHaveLength(5000 + 114)
    expect(read.text).not.toMatch(/[\u202A-\u202E\u2066-\u2069\u{1F300}-\u{1FAFF}]/u)
  })

  it('lets the process do other work between the days', async () => {
    const days = Array.from({ length: 30 }, (_, at) => ({ title: `${at}`, text: 'गोवा की यात्रा' }))
    let isDrawn = false
    let others = 0
    const count = () => {
      others += 1
      if (!isDrawn) setImmediate(count)
    }
    setImmediate(count)
    await drawQuotePdf({ ...version, days, logo: null })
    isDrawn = true
    expect(others).toBeGreaterThanOrEqual(30)
  })

  it('replaces arrows, ticks and stars of an itinerary with similar characters', async () => {
    const days = [{ title: 'Delhi → Agra', text: '✓ Breakfast\n5★ hotel, 24℃, Nº 7, cafe\u0301' }]
    const text = textOf(await drawQuotePdf({ ...version, days, logo: null }))
    for (const shown of ['Delhi › Agra', '• Breakfast', '5* hotel', '24°C', 'café']) {
      expect(text).toContain(shown)
    }
  })

  it('omits other scripts and pictographs, and the draft lists them', async () => {
    const { id, revision } = await makeQuoteDraft(app.database, agent.id)
    const terms = 'ไทย 🌴, हिन्दी → café'
    const { data: quote } = await app.as(agent).call(getQuote, { params: { id } })
    const { version: _, savedAt: __, notInPdf, ...rest } = quote.draft ?? Object.assign({})
    expect(notInPdf).toEqual([])
    const form = {
      title: rest.title,
      days: rest.days,
      inclusions: rest.inclusions,
      exclusions: rest.exclusions,
      pricePerPersonPaise: rest.pricePerPersonPaise,
      persons: rest.persons,
      gst: rest.gst,
      validUntil: rest.validUntil,
      terms,
      revision,
    }
    const saved = await app.as(agent).call(saveQuoteDraft, { params: { id }, body: form })
    expect(saved.data.notInPdf).toContain('🌴')
    expect(saved.data.notInPdf.join('')).toBe('ไทย🌴')
  })

  it('shows the agent or the email if the fonts lack the name of the agency, and the draft lists the characters', async () => {
    const nameOf = async (names: { companyName: string; agentName: string }) =>
      textOf(
        await drawQuotePdf({ ...version, agency: { ...version.agency, ...names }, logo: null }),
      )
    expect(await nameOf({ companyName: 'ไทย', agentName: 'Asha Rao' })).toMatch(/^Asha Rao/)
    expect(await nameOf({ companyName: 'ไทย', agentName: 'อาศา' })).toMatch(/^asha@example.com/)
    expect(await nameOf({ companyName: 'Marigold', agentName: 'Asha Rao' })).toMatch(
      /^MarigoldPuneAsha Rao · /,
    )
    const own = await makeAgent(app.db)
    await giveMoney(app.database, own.id, 100_00)
    await sql`update users set company_name = 'น', name = 'ม', billing_address = 'ส' where id = ${own.id}`.execute(
      app.db,
    )
    const { id } = await makeQuoteDraft(app.database, own.id)
    const { draft } = (await app.as(own).call(getQuote, { params: { id } })).data
    expect(draft?.notInPdf).toEqual(['น', 'ม', 'ส'])
  })

  it.each([
    ['draft', 'DRAFT'],
    ['replaced', 'REPLACED'],
    ['withdrawn', 'WITHDRAWN'],
  ] as const)('of a %s version is marked', async (status, mark) => {
    expect(textOf(await drawQuotePdf({ ...version, status, logo: null }))).toContain(mark)
    expect(textOf(await drawQuotePdf({ ...version, logo: null }))).not.toContain(mark)
  })

  it('of a draft is marked as a draft, and of another agent’s draft is not found', async () => {
    const { id } = await makeQuoteDraft(app.database, agent.id)
    const params = { id, version: '1' }
    const draft = await ownPdf(agent, id)
    expect(textOf(draft.bytes)).toContain('DRAFT')
    const other = await app.as(await makeAgent(app.db)).call(getQuotePdf, { params })
    expect([other.status, other.code]).toEqual([404, 'QUOTE_NOT_FOUND'])
  })

  it('is not available after the link has stopped', async () => {
    const { purchaseId, secret } = await makeSentQuote(app.database, agent.id)
    await sql`update enquiries set status = 'withdrawn', withdrawn_at = now() where id = (
      select o.enquiry_id from lead_origins o join purchases p on p.lead_id = o.lead_id
      where p.id = ${purchaseId})`.execute(app.db)
    const stopped = await app.call(getSharedQuotePdf, { body: { secret } })
    expect([stopped.status, stopped.code]).toEqual([404, 'QUOTE_LINK_NOT_FOUND'])
  })
})

describe('the logo of an agency', () => {
  const upload = (by: MadeUser, name: string, bytes: Buffer) =>
    app.as(by).call(setAgencyLogo, { body: formOf({}, { field: 'logo', name, bytes }) })
  const picture = (background: string) =>
    sharp({ create: { width: 900, height: 300, channels: 3, background } })
      .jpeg()
      .toBuffer()

  it('is encoded again as a small PNG, and shown with quotes that are sent later', async () => {
    const own = await makeAgent(app.db)
    await giveMoney(app.database, own.id, 1000_00)
    const before = await makeSentQuote(app.database, own.id)
    expect((await upload(own, 'logo.jpg', await picture('#a03'))).data).toEqual({ hasLogo: true })
    const read = await fileOf('GET', getAgencyLogo.path, { by: own })
    expect(await sharp(read.bytes).metadata()).toMatchObject({
      format: 'png',
      width: 640,
      height: 213,
    })
    const { secret } = await makeSentQuote(app.database, own.id)
    const logo = (of: string) => fileOf('POST', getSharedQuoteLogo.path, { secret: of })
    expect((await logo(secret)).bytes).toEqual(read.bytes)
    expect((await app.call(getSharedQuoteLogo, { body: { secret: before.secret } })).code).toBe(
      'FILE_NOT_FOUND',
    )
    // A sent quote keeps its logo when the agency removes or replaces the logo.
    await upload(own, 'logo.jpg', await picture('#03a'))
    await app.as(own).call(removeAgencyLogo)
    expect((await app.as(own).call(getAgencyLogo)).code).toBe('FILE_NOT_FOUND')
    expect((await logo(secret)).bytes).toEqual(read.bytes)
    const { rows } = await sql`select from agency_logos where user_id = ${own.id}`.execute(app.db)
    expect(rows).toHaveLength(1)
    const pdf = await fileOf('POST', getSharedQuotePdf.path, { secret })
    expect(pdf.bytes.toString('latin1')).toContain('/Subtype /Image')
  })

  it.each([
    ['a text', 'logo.png', () => Buffer.from('<svg onload="alert(1)"/>'), 'UNSUPPORTED_FILE_TYPE'],
    [
      'a broken picture',
      'logo.png',
      () => Buffer.concat([blackPng(64).subarray(0, 40), Buffer.alloc(200)]),
      'UNSUPPORTED_FILE_TYPE',
    ],
    ['a picture of 100 megapixels', 'logo.png', () => blackPng(10_000), 'FILE_TOO_LARGE'],
    ['a name of another kind', 'logo.webp', () => blackPng(8), 'UNSUPPORTED_FILE_TYPE'],
  ])('is refused with a reason if it is %s', async (_what, name, bytes, code) => {
    const refused = await upload(agent, name, bytes())
    expect(refused.code).toBe(code)
    expect(refused.fieldErrors?.logo).toBeTruthy()
  })
})

describe('a template', () => {
  it('keeps the texts of a quote without price and traveller, for its agent only', async () => {
    const { id: quoteId } = await makeQuoteDraft(app.database, agent.id)
    const name = uniqueText()
    const body = { quoteId, name, destination: 'Goa' }
    const { data: made } = await app.as(agent).call(createQuoteTemplate, { body })
    const params = { id: made._id }
    const { data } = await app.as(agent).call(getQuoteTemplate, { params })
    expect(data.texts).toEqual({
      title: 'Four days in Goa',
      days: [{ title: 'Arrival', text: 'Beach walk' }],
      inclusions: 'Hotel',
      exclusions: 'Flights',
      terms: 'Half in advance',
    })
    const other = app.as(await makeAgent(app.db))
    const codes = [
      await other.call(getQuoteTemplate, { params }),
      await other.call(updateQuoteTemplate, { params, body: { name: 'Mine', destination: '' } }),
      await other.call(deleteQuoteTemplate, { params }),
      await other.call(createQuoteTemplate, { body: { ...body, name: 'Mine' } }),
    ].map(({ code }) => code)
    expect(codes).toEqual([...Array(3).fill('QUOTE_TEMPLATE_NOT_FOUND'), 'QUOTE_NOT_FOUND'])
    expect((await other.call(listQuoteTemplates)).data).toEqual([])
    const again = await app.as(agent).call(createQuoteTemplate, { body })
    expect(again.code).toBe('QUOTE_TEMPLATE_NAME_TAKEN')
    const renamed = { name: `${name} 2`, destination: 'Kerala' }
    await app.as(agent).call(updateQuoteTemplate, { params, body: renamed })
    const listed = (await app.as(agent).call(listQuoteTemplates)).data
    expect(listed.find(({ _id }) => _id === made._id)).toMatchObject({ ...renamed, days: 1 })
    await app.as(agent).call(deleteQuoteTemplate, { params })
    expect((await app.as(agent).call(getQuoteTemplate, { params })).status).toBe(404)
  })

  it.each(['name', 'phone', 'email'] as const)(
    'is refused if a text has the %s of the traveller, whose erasure would not reach it',
    async (field) => {
      const { id: quoteId, purchaseId } = await makeQuoteDraft(app.database, agent.id)
      await sql`update leads set name = 'Meenakshi Iyer', phone = '+919812345670', email = 'mi@example.org'
        where id = (select lead_id from purchases where id = ${purchaseId})`.execute(app.db)
      const text = { name: 'For MEENAKSHI!', phone: '98123 45670', email: 'MI@example.org' }[field]
      await sql`update quote_versions set terms = ${text} where quote_id = ${quoteId}`.execute(
        app.db,
      )
      const body = { quoteId, name: uniqueText(), destination: '' }
      const refused = await app.as(agent).call(createQuoteTemplate, { body })
      expect([refused.status, refused.code]).toEqual([409, 'QUOTE_TEMPLATE_NAMES_TRAVELLER'])
    },
  )

  it.each([
    ['Mr Rakesh Sharma', 'For Rakesh', true],
    ['Dr. Anita Rao', 'Plan of Dr Anita', true],
    ['Rakesh Sharma', 'Sharma family', true],
    ['May Rose', 'For may rose.', true],
    ['Sunny Kapoor', 'A sunny beach. Rates may change.', false],
    ['Rose Fernandes', 'Rose garden', false],
    ['Anita Rao', 'Granita and raorao', false],
  ])('of the traveller %s with the text “%s”: refused is %s', async (name, text, isRefused) => {
    const { id: quoteId, purchaseId } = await makeQuoteDraft(app.database, agent.id)
    await sql`update leads set name = ${name} where id = (
      select lead_id from purchases where id = ${purchaseId})`.execute(app.db)
    const body = { quoteId, name: uniqueText(), destination: '' }
    const { data: made } = await app.as(agent).call(createQuoteTemplate, { body })
    await sql`update quote_versions set terms = ${text} where quote_id = ${quoteId}`.execute(app.db)
    const again = await app
      .as(agent)
      .call(createQuoteTemplate, { body: { ...body, name: uniqueText() } })
    expect(again.code).toBe(isRefused ? 'QUOTE_TEMPLATE_NAMES_TRAVELLER' : undefined)
    const rename = { params: { id: made._id }, body: { name: text.slice(0, 60), destination: '' } }
    const renamed = await app.as(agent).call(updateQuoteTemplate, rename)
    expect(renamed.code).toBe(isRefused ? 'QUOTE_TEMPLATE_NAMES_TRAVELLER' : undefined)
  })

  it('is deleted with the erasure of the traveller of its quote, and others stay', async () => {
    const { id: quoteId, purchaseId } = await makeQuoteDraft(app.database, agent.id)
    const phone = '+919812399001'
    await sql`update leads set phone = ${phone} where id = (
      select lead_id from purchases where id = ${purchaseId})`.execute(app.db)
    const body = { quoteId, name: uniqueText(), destination: '' }
    const { data: made } = await app.as(agent).call(createQuoteTemplate, { body })
    const other = await makeQuoteTemplate(app.database, agent.id)
    await app.as(admin).call(erasePersonalData, { body: { phone } })
    const ids = (await app.as(agent).call(listQuoteTemplates)).data.map(({ _id }) => _id)
    expect(ids).toContain(other)
    expect(ids).not.toContain(made._id)
  })

  it('of a discarded first draft still refuses the name of its traveller, and is deleted with the erasure', async () => {
    const { id: quoteId, purchaseId } = await makeQuoteDraft(app.database, agent.id)
    const phone = '+919812399002'
    await sql`update leads set name = 'Meenakshi Iyer', phone = ${phone} where id = (
      select lead_id from purchases where id = ${purchaseId})`.execute(app.db)
    const body = { quoteId, name: uniqueText(), destination: '' }
    const client = app.as(agent)
    const { data: made } = await client.call(createQuoteTemplate, { body })
    await client.call(discardQuoteDraft, { params: { id: quoteId } })
    const rename = { params: { id: made._id }, body: { name: 'For Meenakshi', destination: '' } }
    expect((await client.call(updateQuoteTemplate, rename)).code).toBe(
      'QUOTE_TEMPLATE_NAMES_TRAVELLER',
    )
    await app.as(admin).call(erasePersonalData, { body: { phone } })
    const ids = (await client.call(listQuoteTemplates)).data.map(({ _id }) => _id)
    expect(ids).not.toContain(made._id)
  })

  it('is one of at most 50, also if the last two are saved concurrently', async () => {
    const own = await makeAgent(app.db)
    await giveMoney(app.database, own.id, 1000_00)
    await makeQuoteTemplate(app.database, own.id)
    await sql`insert into quote_templates
      select gen_random_uuid(), user_id, 'T ' || n, '', '', '[]', '', '', '' from quote_templates, generate_series(1, 48) n
      where user_id = ${own.id}`.execute(app.db)
    const { id: quoteId } = await makeQuoteDraft(app.database, own.id)
    const answers = await Promise.all(
      ['A', 'B', 'C'].map((name) =>
        app.as(own).call(createQuoteTemplate, { body: { quoteId, name, destination: '' } }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
  })
})
