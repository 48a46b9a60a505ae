import { formatPaise } from '@raahi/contract/formats'
import { erasePersonalData } from '@raahi/contract/personal-data'
import {
  answerSharedQuote,
  getQuoteVersion,
  getSharedQuoteLogo,
  getSharedQuotePdf,
  mailQuote,
  openQuoteDraft,
  type QuoteContent,
  readSharedQuote,
  saveQuoteDraft,
  sendQuote,
} from '@raahi/contract/quotes'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { expectAllInvariantsHold } from '../../testing/expect-invariants.ts'
import { giveMoney, type MadeUser, makeAgent, makePurchase } from '../../testing/factories.ts'
import { waitForMail } from '../../testing/mails.ts'
import { createMarketplace } from '../../testing/marketplace.ts'
import { makeQuoteDraft, makeQuoteTemplate, makeSentQuote } from '../../testing/quotes.ts'
import { readPdf } from '../../testing/read-pdf.ts'
import type { TestApp } from '../../testing/test-app.ts'
import { updateQuoteTemplate } from './templates.ts'

let app: TestApp
let admin: MadeUser
let agent: MadeUser
beforeAll(async () => {
  ;({ app, admin, agent } = await createMarketplace())
})
afterEach(() => expectAllInvariantsHold(app.database))
afterAll(() => app.close())

const run = (text: string, ...values: unknown[]) => app.database.pool.query(text, values)

/**
 * The codes of every call with the secret of a link. The agency has no logo, so the logo of a working link is not
 * found.
 */
async function codesOf(secret: string) {
  const like = { secret, version: 1, kind: 'like' as const }
  const answers = [
    await app.call(readSharedQuote, { body: { secret } }),
    await app.call(getSharedQuotePdf, { body: { secret } }),
    await app.call(answerSharedQuote, { body: like }),
    await app.call(getSharedQuoteLogo, { body: { secret } }),
  ]
  return answers.map(({ code }) => code)
}
const working = [undefined, undefined, undefined, 'FILE_NOT_FOUND']
const stopped = Array(4).fill('QUOTE_LINK_NOT_FOUND')

const enquirySql = `(select o.enquiry_id from lead_origins o join purchases p on p.lead_id = o.lead_id where p.id = $1)`

describe('every call with the secret of a link', () => {
  it.each([
    [
      'the traveller has withdrawn',
      `update enquiries set status = 'withdrawn', withdrawn_at = now() where id = ${enquirySql}`,
      `update enquiries set status = 'converted', withdrawn_at = null where id = ${enquirySql}`,
    ],
    [
      'the purchase is marked as erased',
      'update purchases set traveller_erased_at = now() where id = $1',
      'update purchases set traveller_erased_at = null where id = $1',
    ],
    [
      'the lead is returned',
      "update purchases set replacement_status = 'approved' where id = $1",
      "update purchases set replacement_status = 'no-replacement' where id = $1",
    ],
    [
      'the agent is suspended',
      "update users set status = 'suspended' where id = (select user_id from purchases where id = $1)",
      "update users set status = 'active' where id = (select user_id from purchases where id = $1)",
    ],
  ])('is refused while %s, and works again afterwards', async (_when, begin, end) => {
    const { purchaseId, secret } = await makeSentQuote(app.database, agent.id)
    await run(begin, purchaseId)
    expect(await codesOf(secret)).toEqual(stopped)
    await run(end, purchaseId)
    expect(await codesOf(secret)).toEqual(working)
  })

  it.each([
    [
      'the version is withdrawn',
      "update quote_versions set status = 'withdrawn', ended_at = now() where quote_id = $1",
    ],
    ['the link is revoked', 'delete from quote_links where quote_id = $1'],
  ])('is refused after %s', async (_what, statement) => {
    const { id, secret } = await makeSentQuote(app.database, agent.id)
    await run(statement, id)
    expect(await codesOf(secret)).toEqual(stopped)
  })
})

describe('an erasure', () => {
  it.each([true, false])(
    'stops and deletes the links of a quote; the lead came from an enquiry: %s',
    async (isFromEnquiry) => {
      const { id, secret, purchaseId } = isFromEnquiry
        ? await makeSentQuote(app.database, agent.id)
        : await makeSentToAdminLead()
      const phone = `+9198${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`
      await run(
        'update leads set phone = $2 where id = (select lead_id from purchases where id = $1)',
        purchaseId,
        phone,
      )
      await app.as(admin).call(erasePersonalData, { body: { phone } })
      expect(await codesOf(secret)).toEqual(stopped)
      expect((await run('select from quote_links where quote_id = $1', id)).rowCount).toBe(0)
    },
  )
})

const content = {
  title: 'Other',
  days: [{ title: 'Arrival', text: '' }],
  inclusions: '',
  exclusions: '',
  terms: '',
  pricePerPersonPaise: 10_000_00,
  persons: 2,
  gst: 'none',
  validUntil: '2099-12-31',
} satisfies QuoteContent

/** A sent quote for a lead that an admin has entered. */
async function makeSentToAdminLead() {
  const leadId = await makePurchase(app.database, agent.id)
  const { rows } = await run('select id from purchases where lead_id = $1', leadId)
  const purchaseId: string = rows[0].id
  const { _id: id } = (await app.as(agent).call(openQuoteDraft, { params: { id: purchaseId } }))
    .data
  const client = app.as(agent)
  const body = { ...content, revision: 1 }
  const { data: draft } = await client.call(saveQuoteDraft, { params: { id }, body })
  const sending = { params: { id }, body: { revision: draft.revision } }
  const { link } = (await client.call(sendQuote, sending)).data
  return { id, purchaseId, secret: link.url.split('#')[1] ?? '' }
}

describe('a sent version', () => {
  const otherValueOf: Record<string, (column: string) => string> = {
    text: (column) => `coalesce(${column}, '') || 'x'`,
    integer: (column) => `${column} + 1`,
    bigint: (column) => `${column} + 1`,
    smallint: (column) => `${column} + 1`,
    jsonb: () => `'[{"title": "x", "text": "x"}]'`,
    date: (column) => `${column} + 1`,
    uuid: () => 'gen_random_uuid()',
    'timestamp with time zone': () => 'now()',
  }

  it('rejects a change of each column, except its end and the first time of its mail', async () => {
    const { id } = await makeSentQuote(app.database, agent.id)
    const { rows } = await run(
      `select column_name as name, data_type as type from information_schema.columns
       where table_schema = 'public' and table_name = 'quote_versions'`,
    )
    const columns = rows.filter(({ name }) => !['status', 'ended_at', 'mailed_at'].includes(name))
    expect(columns.length).toBeGreaterThan(20)
    for (const { name, type } of columns) {
      // An erasure sets this time and empties the texts. This test changes each text without the time.
      if (name === 'erased_at') continue
      const change = `update quote_versions set ${name} = ${otherValueOf[type]?.(name)} where quote_id = $1`
      await expect(run(change, id), name).rejects.toThrow(/was sent and cannot change/)
    }
    await run('update quote_versions set mailed_at = now() where quote_id = $1', id)
    await expect(
      run("update quote_versions set mailed_at = now() + interval '1 day' where quote_id = $1", id),
    ).rejects.toThrow(/was sent and cannot change/)
  })

  it('keeps its amounts and its agency during an erasure', async () => {
    const { id } = await makeSentQuote(app.database, agent.id)
    const emptied = "title = '', days = '[]', inclusions = '', exclusions = '', terms = ''"
    for (const other of [
      'persons = 1, taxable_paise = 1500000, total_paise = 1500000',
      "agency_agent = ''",
    ]) {
      await expect(
        run(
          `update quote_versions set erased_at = now(), ${emptied}, ${other} where quote_id = $1`,
          id,
        ),
      ).rejects.toThrow(/was sent and cannot change/)
    }
  })

  it('is not changed if an editor that still shows the draft saves it', async () => {
    const { id, revision } = await makeQuoteDraft(app.database, agent.id)
    const params = { id, version: '1' }
    const client = app.as(agent)
    await client.call(sendQuote, { params: { id }, body: { revision } })
    const before = (await client.call(getQuoteVersion, { params })).data
    const body = { ...content, revision }
    const late = await client.call(saveQuoteDraft, { params: { id }, body })
    expect([late.status, late.code]).toEqual([409, 'QUOTE_CHANGED'])
    expect((await client.call(getQuoteVersion, { params })).data).toEqual(before)
  })

  it('shows the agency as of the time of sending, on the screen, behind the link and in the PDF', async () => {
    const own = await makeAgent(app.db)
    await giveMoney(app.database, own.id, 100_00)
    const { id, secret } = await makeSentQuote(app.database, own.id)
    await run("update users set company_name = 'Other Company' where id = $1", own.id)
    const params = { id, version: '1' }
    const shown = [
      (await app.as(own).call(getQuoteVersion, { params })).text,
      (await app.call(readSharedQuote, { body: { secret } })).text,
      await pdfTextOf(secret),
    ]
    for (const text of shown) expect(text).not.toContain('Other Company')
  })
})

async function pdfTextOf(secret: string): Promise<string> {
  const pdf = await app.app.inject({
    method: 'POST',
    url: getSharedQuotePdf.path,
    payload: { secret },
  })
  return readPdf(pdf.rawPayload).text.replaceAll('\n', '')
}

it('a template of another agent is not changed, even without the check of the route', async () => {
  const id = await makeQuoteTemplate(app.database, agent.id)
  const { id: userId } = await makeAgent(app.db)
  const change = updateQuoteTemplate(app.database, { userId, id }, { name: 'x', destination: '' })
  await expect(change).rejects.toMatchObject({ code: 'QUOTE_TEMPLATE_NOT_FOUND' })
})

describe('the amounts of a quote', () => {
  it.each([
    ['total', 'total_paise = total_paise + 1'],
    ['taxable value and total', 'taxable_paise = taxable_paise + 1, total_paise = total_paise + 1'],
    ['persons', 'persons = persons + 1'],
    ['price', 'price_per_person_paise = price_per_person_paise + 1'],
    ['GST', "gst = 'added', gst_percent = 5, gst_paise = 1, total_paise = taxable_paise + 1"],
    [
      'total with GST',
      "gst = 'added', gst_percent = 5, gst_paise = 150000, total_paise = taxable_paise + 150001",
    ],
    ['rate', 'gst_percent = 5'],
  ])('are not stored if the %s does not follow from the others', async (_what, change) => {
    const { id } = await makeQuoteDraft(app.database, agent.id)
    await expect(
      run(`update quote_versions set ${change} where quote_id = $1`, id),
    ).rejects.toThrow(/check constraint/)
  })

  it('are the stored amounts on the screen, behind the link, in the PDF and the mail, even if the rate changes', async () => {
    const own = await makeAgent(app.db)
    await giveMoney(app.database, own.id, 100_00)
    await run(
      "update users set gstin = '27AAPFU0939F1ZV', billing_state = '27' where id = $1",
      own.id,
    )
    const { id, purchaseId, revision } = await makeQuoteDraft(app.database, own.id)
    // As if the rate had been 12 % when the draft was saved.
    await run(
      `update quote_versions set gst = 'added', gst_percent = 12, gst_paise = 360000, total_paise = 3360000
       where quote_id = $1`,
      id,
    )
    const email = `rate-${id}@example.org`
    await run(
      'update leads set email = $2 where id = (select lead_id from purchases where id = $1)',
      purchaseId,
      email,
    )
    const client = app.as(own)
    const { quote, link } = (await client.call(sendQuote, { params: { id }, body: { revision } }))
      .data
    const secret = link.url.split('#')[1] ?? ''
    const amounts = { gstPercent: 12, gstPaise: 3_600_00, totalPaise: 33_600_00 }
    expect(quote.versions[0]?.totalPaise).toBe(amounts.totalPaise)
    const version = await client.call(getQuoteVersion, { params: { id, version: '1' } })
    expect(version.data).toMatchObject(amounts)
    expect((await app.call(readSharedQuote, { body: { secret } })).data.quote).toMatchObject(
      amounts,
    )
    expect(await pdfTextOf(secret)).toContain(`Total${formatPaise(amounts.totalPaise)}`)
    await client.call(mailQuote, { params: { id } })
    const mail = await waitForMail(app.config, email, /^A quote for your trip$/)
    expect(mail.text).toContain(formatPaise(amounts.totalPaise))
  })
})
