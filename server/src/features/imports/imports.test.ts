import { createEnquiry, getLeadOrigin, listEnquiries } from '@raahi/contract/enquiries'
import * as imports from '@raahi/contract/imports'
import { createLead, listLeads, updateLead } from '@raahi/contract/leads'
import {
  erasePersonalData,
  exportPersonalData,
  findPersonalData,
} from '@raahi/contract/personal-data'
import { buyLead } from '@raahi/contract/purchases'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { withTransaction } from '../../platform/database/transaction.ts'
import { removeExpired } from '../../platform/jobs/remove-expired.ts'
import { expectAllInvariantsHold } from '../../testing/expect-invariants.ts'
import { giveMoney, type MadeUser, makeAdmin, makeAgent } from '../../testing/factories.ts'
import { setLeadPrice } from '../../testing/insert-records.ts'
import { retryUntilJobsDone, untilJobsDone } from '../../testing/mails.ts'
import { makeSource } from '../../testing/make-source.ts'
import { createTestApp, formOf, type TestApp, uniqueText } from '../../testing/test-app.ts'
import { expiredImports } from './expired-imports.ts'
import { eraseTravellerRows } from './public/traveller-rows.ts'

let app: TestApp
let admin: MadeUser
let agent: MadeUser
let sourceId: string
beforeAll(async () => {
  app = await createTestApp()
  admin = await makeAdmin(app.db)
  agent = await makeAgent(app.db)
  await giveMoney(app.database, agent.id, 100_000)
  await setLeadPrice(app.db, 'both', 5000)
  sourceId = (await makeSource(app.db, { kind: 'import', name: 'Travel fair' })).id
})
afterEach(() => expectAllInvariantsHold(app.database))
afterAll(() => app.close())

const consentText = 'Agreed at the travel fair to be called by one agent.'
let lastNumber = 0
/** A phone that no other row has. */
function newPhone(): string {
  lastNumber += 1
  return `+9198450${String(lastNumber).padStart(5, '0')}`
}

const upload = (text: string | Uint8Array, fields: object = {}) =>
  app.as(admin).call(imports.uploadImport, {
    body: formOf(
      { sourceId, consentText, ...fields },
      { field: 'file', name: 'fair.csv', bytes: text },
    ),
  })
const check = async (id: string, body: object = {}) =>
  (await app.as(admin).call(imports.checkImport, { params: { id }, body })).data
const read = async (id: string) =>
  (await app.as(admin).call(imports.getImport, { params: { id } })).data
const undo = (id: string) => app.as(admin).call(imports.undoImport, { params: { id } })
const refused = async (id: string) =>
  (await app.as(admin).call(imports.downloadRefusedRows, { params: { id } })).text

async function run(id: string) {
  const { status } = await app.as(admin).call(imports.runImport, { params: { id } })
  expect(status).toBe(202)
  await untilJobsDone(app.database)
  return read(id)
}

/** As if an import had been started, without its job. */
const setRunning = (id: string) =>
  app.db
    .updateTable('imports')
    .set({ state: 'running', run_by: admin.id })
    .where('id', '=', id)
    .execute()

/** Uploads rows with a name, a phone and a destination, and imports them. */
async function importRows(rows: string[][]) {
  const lines = [['Name', 'Phone', 'Destination'], ...rows].map((cells) => cells.join(','))
  const { data } = await upload(lines.join('\n'))
  await run(data._id)
  return data._id
}

const leadsWith = async (search: string) =>
  (await app.as(admin).call(listLeads, { query: { search } })).data.leads

describe('uploading a file', () => {
  it('stores its rows for a source, guesses the columns, and adds nothing', async () => {
    const phone = newPhone()
    const { status, data } = await upload(`Full Name,Mobile No.,Remarks\nAsha Rao,${phone},hot\n`)
    expect(status).toBe(201)
    expect(data).toEqual({
      _id: expect.any(String),
      rows: 1,
      columns: [
        { heading: 'Full Name', field: 'name', samples: ['Asha Rao'] },
        { heading: 'Mobile No.', field: 'phone', samples: [phone] },
        { heading: 'Remarks', field: null, samples: ['hot'] },
      ],
    })
    expect(await read(data._id)).toMatchObject({ state: 'uploaded', done: 0, total: 1, added: 0 })
    expect(await leadsWith(phone)).toEqual([])
  })

  it('is refused with a reason for an unreadable file, an unknown source, or without a consent', async () => {
    expect((await upload('Name\n')).fieldErrors).toEqual({
      file: 'This file has no rows below its headings.',
    })
    expect((await upload('Name\nAsha', { consentText: ' ' })).fieldErrors).toHaveProperty(
      'consentText',
    )
    const nowhere = '01890000-0000-7000-8000-000000000000'
    expect((await upload('Name\nAsha', { sourceId: nowhere })).code).toBe('SOURCE_NOT_FOUND')
    const paused = await makeSource(app.db, { kind: 'import', state: 'paused' })
    expect((await upload('Name\nAsha', { sourceId: paused.id })).fieldErrors).toEqual({
      sourceId: 'This source is paused.',
    })
  })

  it('uses the columns that an admin chose for the same source before', async () => {
    const own = await makeSource(app.db, { kind: 'import' })
    const file = () => `Who,Call,Mobile\nAsha Rao,${newPhone()},1\n`
    const first = await upload(file(), { sourceId: own.id })
    expect(first.data.columns.map(({ field }) => field)).toEqual([null, null, 'phone'])
    const columns = [
      { heading: 'Who', field: 'name' },
      { heading: 'Call', field: 'phone' },
      { heading: 'Mobile', field: null },
    ]
    expect((await check(first.data._id, { columns })).added).toBe(1)
    await run(first.data._id)
    const second = await upload(file(), { sourceId: own.id })
    expect(second.data.columns.map(({ field }) => field)).toEqual(['name', 'phone', null])
    // A guess never gives a field a second time, nor does a repeated heading.
    const third = await upload(`Phone,Who,Call,Call\n1,Asha Rao,${newPhone()},1\n`, {
      sourceId: own.id,
    })
    expect(third.data.columns.map(({ field }) => field)).toEqual([null, 'name', 'phone', null])
  })
})

describe('a check', () => {
  it('says for each row what will happen, and changes nothing', async () => {
    const [known, enquired, phone] = [newPhone(), newPhone(), newPhone()]
    const { data: lead } = await app.as(admin).call(createLead, {
      body: {
        name: 'Known',
        phone: known,
        email: `${uniqueText()}@example.org`,
        city: 'Pune',
        destination: 'Goa',
      },
    })
    const { data: enquiry } = await app.call(createEnquiry, {
      body: { name: 'Enquired', phone: enquired, consent: true },
    })
    const { data } = await upload(
      [
        'Name,Phone,Email,Travel Date',
        `Asha Rao,${phone},,2027-04-03`,
        `Again,${known},,`,
        `Waiting,${enquired},,`,
        `Asha R.,0${phone.slice(3)},,`,
        `,${newPhone()},asha@,`,
        `Ravi,9.19E+11,,`,
        `Dev,${newPhone()},,03/04/2027`,
      ].join('\n'),
    )
    expect(await check(data._id)).toEqual({
      added: 1,
      duplicates: 3,
      refused: 1,
      questions: 2,
      rows: [
        {
          row: 3,
          outcome: 'duplicate',
          message: `Duplicate of ${lead.leadId}`,
          leadId: lead.leadId,
        },
        {
          row: 4,
          outcome: 'duplicate',
          message: `Same phone or email as enquiry ${enquiry.reference}`,
        },
        { row: 5, outcome: 'duplicate', message: 'Same phone or email as row 2' },
        {
          row: 6,
          outcome: 'refused',
          message: 'Name: Name is required; Email: Invalid email format',
        },
        {
          row: 7,
          outcome: 'question',
          name: 'Ravi',
          field: 'phone',
          message: 'The spreadsheet has shortened this phone to 9.19E+11.',
          suggestions: [],
        },
        {
          row: 8,
          outcome: 'question',
          name: 'Dev',
          field: 'travelDate',
          message: 'Which day is 03/04/2027?',
          suggestions: ['2027-03-04', '2027-04-03'],
        },
      ],
    })
    expect(await leadsWith(phone)).toEqual([])
  })

  it('keeps the answers to its questions, for the file and for single rows', async () => {
    const { data } = await upload(
      [
        'Name,Phone,Date of travel',
        `Asha,${newPhone()},03/04/2027`,
        `Ravi,9.19E+11,`,
        `Dev,2226543210,04/05/2027`,
      ].join('\n'),
    )
    const id = data._id
    expect((await check(id)).questions).toBe(3)
    expect((await check(id, { dateOrder: 'dmy' })).questions).toBe(2)
    const phone = newPhone()
    expect((await check(id, { answers: [{ row: 3, phone }] })).questions).toBe(1)
    expect(await check(id, { repairPhones: true })).toMatchObject({ questions: 0, added: 3 })
    expect((await check(id, { answers: [{ row: 3, phone: '' }] })).questions).toBe(1)
    await check(id, { answers: [{ row: 3, phone }] })
    await run(id)
    expect((await leadsWith(phone))[0]?.name).toBe('Ravi')
    const [dev] = await leadsWith('+912226543210')
    expect(dev?.travelDate).toBe('2027-05-04')
  })

  it('shows a question that comes after more rows than it returns', async () => {
    const phone = newPhone()
    const copies = Array.from({ length: imports.maxCheckedRows + 2 }, () => `Asha,${phone}`)
    const { data } = await upload(['Name,Phone', ...copies, 'Ravi,9.19E+11'].join('\n'))
    const { rows, ...counts } = await check(data._id)
    expect(counts).toEqual({ added: 1, duplicates: 201, refused: 0, questions: 1 })
    expect(rows).toHaveLength(imports.maxCheckedRows)
    expect(rows.at(-1)).toMatchObject({ outcome: 'question', name: 'Ravi' })
  })

  it('is in the audit log only if it changes something', async () => {
    const { data } = await upload(`Name,Phone\nAsha,${newPhone()}\n`)
    const entries = async () =>
      (
        await sql`select from audit_log where action = 'import.check' and subject_id = ${data._id}`.execute(
          app.db,
        )
      ).rows.length
    await check(data._id)
    await check(data._id, { repairPhones: false })
    expect(await entries()).toBe(0)
    await check(data._id, { repairPhones: true })
    expect(await entries()).toBe(1)
  })

  it('takes only the columns of the file, each field once', async () => {
    const { data } = await upload(`Name,Phone\nAsha,${newPhone()}\n`)
    const answer = (columns: object[]) =>
      app.as(admin).call(imports.checkImport, { params: { id: data._id }, body: { columns } })
    expect((await answer([{ heading: 'Name', field: 'name' }])).fieldErrors).toHaveProperty(
      'columns',
    )
    expect(
      (
        await answer([
          { heading: 'Name', field: 'phone' },
          { heading: 'Phone', field: 'phone' },
        ])
      ).fieldErrors,
    ).toHaveProperty('columns')
  })
})

describe('an import', () => {
  it('puts leads on sale with their source and the stated consent', async () => {
    const phone = newPhone()
    const id = await importRows([['Asha Rao', phone, 'Bali']])
    expect(await read(id)).toMatchObject({ state: 'done', done: 1, total: 1, added: 1 })
    const [lead] = await leadsWith(phone)
    expect(lead).toMatchObject({ name: 'Asha Rao', leadType: 'international', satatus: 'buy' })
    const { data: origin } = await app
      .as(admin)
      .call(getLeadOrigin, { params: { id: lead?._id ?? '' } })
    expect(origin).toMatchObject({ consentText, arrivedBy: { _id: sourceId, name: 'Travel fair' } })
    const { data: listed } = await app.as(admin).call(listEnquiries, { query: { search: phone } })
    expect(listed.docs).toMatchObject([{ status: 'converted', decidedBy: { _id: admin.id } }])
    expect((await app.as(agent).call(buyLead, { body: { leadId: lead?._id } })).status).toBe(200)
  })

  it('refuses rows with an open question, and the file of refused rows can be corrected and imported', async () => {
    const [phone, corrected] = [newPhone(), newPhone()]
    const { data } = await upload(
      ['Name,Phone,City', `Asha,${phone},Pune`, `Ravi,9.19E+11,=1+1`, ',1,'].join('\n'),
    )
    const before = await refused(data._id)
    expect(await run(data._id)).toMatchObject({ added: 1, refused: 2, duplicates: 0, done: 3 })
    const file = await refused(data._id)
    expect(file).toBe(before)
    expect(file.split('\r\n').slice(0, 2)).toEqual([
      '\ufeff"Row","Reason","Name","Phone","City"',
      `3,"The spreadsheet has shortened this phone to 9.19E+11.","Ravi","'9.19E+11","'=1+1"`,
    ])
    const again = await upload(file.replace("'9.19E+11", corrected))
    expect(await check(again.data._id)).toMatchObject({ added: 1, refused: 1 })
  })

  it('runs once, and takes no more answers', async () => {
    const { data } = await upload(`Name,Phone\nAsha,${newPhone()}\n`)
    await run(data._id)
    const again = await app.as(admin).call(imports.runImport, { params: { id: data._id } })
    expect([again.status, again.code]).toEqual([409, 'IMPORT_ALREADY_STARTED'])
    const late = await app
      .as(admin)
      .call(imports.checkImport, { params: { id: data._id }, body: {} })
    expect(late.code).toBe('IMPORT_ALREADY_STARTED')
  })

  it('does not start while its source is paused', async () => {
    const own = await makeSource(app.db, { kind: 'import' })
    const { data } = await upload(`Name,Phone\nAsha,${newPhone()}\n`, { sourceId: own.id })
    await app.db.updateTable('sources').set({ state: 'paused' }).where('id', '=', own.id).execute()
    const { code } = await app.as(admin).call(imports.runImport, { params: { id: data._id } })
    expect(code).toBe('SOURCE_PAUSED')
    expect((await read(data._id)).state).toBe('uploaded')
  })

  it('waits for a row that an erasure holds, and is done after it', async () => {
    const [held, added] = [newPhone(), newPhone()]
    const { data } = await upload(`Name,Phone\nAsha,${held}\nRavi,${added}\n`)
    await setRunning(data._id)
    await withTransaction(app.database, async (tx) => {
      await eraseTravellerRows(tx, { phone: held })
      await sql`insert into pgboss.job (name, data) values ('import', ${JSON.stringify({ importId: data._id })}::jsonb)`.execute(
        app.db,
      )
      await vi.waitFor(
        async () => {
          const { rows } = await sql`
            select from pgboss.job where name = 'import' and data ->> 'importId' = ${data._id} and state = 'completed'`.execute(
            app.db,
          )
          expect(rows).not.toEqual([])
        },
        { timeout: 20_000 },
      )
      expect(await read(data._id)).toMatchObject({ state: 'running', done: 1, added: 1 })
    })
    await retryUntilJobsDone(app.database)
    expect(await read(data._id)).toMatchObject({ state: 'done', done: 2, added: 1, refused: 1 })
  })

  it('that has no job any more is continued by the next start', async () => {
    const { data } = await upload(`Name,Phone\nAsha,${newPhone()}\n`)
    await setRunning(data._id)
    expect(await run(data._id)).toMatchObject({ state: 'done', added: 1 })
  })

  it('adds each contact once, also when two imports of the same rows and the quote form run at the same time', async () => {
    const phones = Array.from({ length: 150 }, newPhone)
    const file = ['Name,Phone', ...phones.map((phone) => `Asha,${phone}`)].join('\n')
    const [one, two] = await Promise.all([upload(file), upload(file)])
    const other = await app.another()
    await Promise.all([
      app.as(admin).call(imports.runImport, { params: { id: one.data._id } }),
      other.as(admin).call(imports.runImport, { params: { id: two.data._id } }),
    ])
    await untilJobsDone(app.database)
    await other.close()
    const [first, second] = [await read(one.data._id), await read(two.data._id)]
    expect(first.added + second.added).toBe(150)
    expect(first.duplicates + second.duplicates).toBe(150)
    expect([first.state, second.state]).toEqual(['done', 'done'])
  })

  it('is listed with its figures, the latest first', async () => {
    const id = await importRows([['Asha', newPhone(), 'Goa']])
    const { data } = await app.as(admin).call(imports.listImports)
    expect(data.docs[0]).toMatchObject({
      _id: id,
      fileName: 'fair.csv',
      source: { _id: sourceId, name: 'Travel fair' },
      added: 1,
    })
  })
})

describe('an undo', () => {
  it('removes the leads with their data, and keeps and names the sold ones', async () => {
    const [sold, outside, unsold] = [newPhone(), newPhone(), newPhone()]
    const id = await importRows([sold, outside, unsold].map((phone) => ['Asha Rao', phone, 'Goa']))
    const [bought] = await leadsWith(sold)
    const [passedOn] = await leadsWith(outside)
    await app.as(agent).call(buyLead, { body: { leadId: bought?._id } })
    await app.as(admin).call(updateLead, {
      params: { id: passedOn?._id ?? '' },
      body: { satatus: 'sold' },
    })
    const kept = [bought?.leadId, passedOn?.leadId].sort()
    const { status, data } = await undo(id)
    expect(status).toBe(200)
    expect(data).toEqual({ removed: 1, kept })
    expect(await read(id)).toMatchObject({ state: 'undone', added: 2, removed: 1, kept })
    expect(await leadsWith(unsold)).toEqual([])
    expect(await leadsWith(sold)).toHaveLength(1)
    const traces = await sql`select from enquiries where phone = ${unsold}
      union all select from leads where phone = ${unsold}`.execute(app.db)
    expect(traces.rows).toEqual([])
    // The answer is the same after a repetition, and the rows can be imported again.
    expect((await undo(id)).data).toEqual({ removed: 1, kept })
    expect(await leadsWith(unsold)).toEqual([])
    await importRows([['Asha Rao', unsold, 'Goa']])
    expect(await leadsWith(unsold)).toHaveLength(1)
  })

  it('never removes a lead that is bought at the same time', async () => {
    const phones = Array.from({ length: 20 }, newPhone)
    const id = await importRows(phones.map((phone) => ['Asha Rao', phone, 'Goa']))
    const leads = await Promise.all(phones.map(async (phone) => (await leadsWith(phone))[0]))
    const [undone, ...bought] = await Promise.all([
      undo(id),
      ...leads.map((lead) => app.as(agent).call(buyLead, { body: { leadId: lead?._id } })),
    ])
    const sold = leads.filter((_, at) => bought[at]?.status === 200).map((lead) => lead?.leadId)
    expect(undone?.data).toEqual({ removed: 20 - sold.length, kept: sold.toSorted() })
  })

  it('discards a file that was not imported', async () => {
    const { data } = await upload(`Name,Phone\nAsha,${newPhone()}\n`)
    expect((await undo(data._id)).data).toEqual({ removed: 0, kept: [] })
    const { rows } = await sql`select from import_rows where import_id = ${data._id}`.execute(
      app.db,
    )
    expect(rows).toEqual([])
  })

  it('waits until the import is finished', async () => {
    const { data } = await upload(`Name,Phone\nAsha,${newPhone()}\n`)
    await setRunning(data._id)
    expect((await undo(data._id)).code).toBe('IMPORT_NOT_UNDONE')
  })
})

describe('the data of a traveller in a file', () => {
  it('is found, exported and erased by a phone or email in any column, and then never added', async () => {
    const [phone, email] = [newPhone(), `${uniqueText()}@example.org`]
    const { data } = await upload(
      [`Name,Phone,Other`, `Asha Rao,${phone},`, `Asha Rao,${newPhone()},${email}`].join('\n'),
    )
    const body = { phone, email }
    const found = (await app.as(admin).call(findPersonalData, { body })).data.records
    expect(found.map(({ kind, reference }) => [kind, reference])).toEqual([
      ['import-row', 'fair.csv, row 2'],
      ['import-row', 'fair.csv, row 3'],
    ])
    const file = JSON.parse((await app.as(admin).call(exportPersonalData, { body })).text)
    expect(file.importedRows).toMatchObject([
      { consent: consentText, cells: { Name: 'Asha Rao', Phone: phone } },
      { cells: { Other: email } },
    ])
    expect((await app.as(admin).call(erasePersonalData, { body })).status).toBe(200)
    expect((await app.as(admin).call(findPersonalData, { body })).data.records).toEqual([])
    expect(await run(data._id)).toMatchObject({ state: 'done', added: 0, refused: 2 })
  })

  it('is erased too where an admin has typed it as an answer', async () => {
    const phone = newPhone()
    const { data } = await upload('Name,Phone\nAsha Rao,9.19E+11\n')
    const typed = `0${phone.slice(3)}`
    expect(await check(data._id, { answers: [{ row: 2, phone: typed }] })).toMatchObject({
      added: 1,
    })
    expect((await app.as(admin).call(erasePersonalData, { body: { phone } })).status).toBe(200)
    expect(await run(data._id)).toMatchObject({ state: 'done', added: 0, refused: 1 })
  })

  it('is never in the statistics of the planner', async () => {
    const [phone, email] = [newPhone(), `${uniqueText()}@example.org`]
    const copies = Array.from({ length: 5 }, () => `Asha Rao,9.19E+11,${phone},${email}`)
    const { data } = await upload(['Name,Phone,Other,Mail', ...copies].join('\n'))
    const typed = newPhone()
    await check(data._id, { answers: [2, 3, 4].map((row) => ({ row, phone: typed })) })
    await sql`analyze import_rows`.execute(app.db)
    const { rows } = await sql<{ attname: string }>`
      select attname from pg_stats where tablename = 'import_rows' order by 1`.execute(app.db)
    expect(rows.map(({ attname }) => attname)).toEqual(['import_id', 'row'])
  })

  it('is removed from the file when its lead is added, and after 30 days otherwise', async () => {
    const id = await importRows([
      ['Asha', newPhone(), 'Goa'],
      ['', '1', ''],
    ])
    const rowsOf = async (importId: string) =>
      (await sql`select row from import_rows where import_id = ${importId}`.execute(app.db)).rows
    expect(await rowsOf(id)).toEqual([{ row: 3 }])
    const waiting = await upload(`Name,Phone\nAsha,${newPhone()}\n`)
    await removeExpired(app.database, expiredImports)
    expect(await rowsOf(waiting.data._id)).toHaveLength(1)
    await sql`update imports set created_at = created_at - interval '31 days'`.execute(app.db)
    await removeExpired(app.database, expiredImports)
    expect(await rowsOf(id)).toEqual([])
    expect(await read(id)).toMatchObject({ added: 1, refused: 1, hasRows: false })
    const gone = await app.as(admin).call(imports.getImport, { params: { id: waiting.data._id } })
    expect(gone.code).toBe('IMPORT_NOT_FOUND')
  })
})
