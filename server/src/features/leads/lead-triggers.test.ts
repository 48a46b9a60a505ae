import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeLead } from '../../testing/factories.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase()
})
afterAll(() => test.drop())

interface UpdateTrigger {
  name: string
  definition: string
  columns: string[]
  function_text: string
}

/** Reads the update triggers of `leads` that fire only for some columns. */
async function readTriggers(): Promise<UpdateTrigger[]> {
  const { rows } = await sql<UpdateTrigger>`
    select t.tgname as name, pg_get_triggerdef(t.oid) as definition, p.prosrc as function_text,
      array(select a.attname::text from unnest(t.tgattr::int2[]) n join pg_attribute a on a.attrelid = t.tgrelid and a.attnum = n)
        as columns
    from pg_trigger t join pg_proc p on p.oid = t.tgfoid
    where t.tgrelid = 'leads'::regclass and not t.tgisinternal and t.tgattr::text <> ''`.execute(
    test.database.kysely,
  )
  return rows
}

const comparedColumns = (text: string) =>
  new Set([...text.matchAll(/\bnew\.(\w+)/gi)].map(([, column]) => column))

it('fires each trigger of a lead for every column that its condition compares', async () => {
  const triggers = await readTriggers()
  expect(triggers.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'leads_counted_update',
      'leads_recorded_update',
      'leads_searchable_update',
    ]),
  )
  const missing = triggers.flatMap(({ name, definition, columns, function_text }) => {
    const condition =
      name === 'leads_counted_update' ? function_text.split('return null')[0] : definition
    const compared = comparedColumns(condition ?? '')
    // The condition compares the status to skip sales, which the counts record.
    if (name === 'leads_recorded_update') compared.delete('status')
    // This trigger is for an expired lead that is sold, which changes the status too.
    if (name === 'leads_searchable_status') compared.delete('is_expired')
    return [...compared]
      .filter((column) => column && !columns.includes(column))
      .map((column) => `${name}: ${column}`)
  })
  expect(missing).toEqual([])
})

it('does not evaluate the conditions of changed texts and contacts when a lead is sold', async () => {
  const triggers = await readTriggers()
  const firedBySale = triggers
    .filter(({ columns }) =>
      ['status', 'sold_cause', 'sold_cost_paise', 'sold_at', 'updated_at'].some((column) =>
        columns.includes(column),
      ),
    )
    .map(({ name }) => name)
  expect(firedBySale.sort()).toEqual([
    'leads_counted_update',
    'leads_searchable_status',
    'leads_travel_status',
  ])
  const { rows } = await sql<{ name: string }>`
    select tgname as name from pg_trigger where tgrelid = 'leads'::regclass and not tgisinternal
      and tgtype & 16 > 0 and tgattr::text = ''`.execute(test.database.kysely)
  expect(rows).toEqual([])
})

it('an expired lead that is marked as sold is not expired any more, in the search too', async () => {
  const id = await makeLead(test.database.kysely, { travel_date: '2020-01-01' })
  const read = async () => {
    const { rows } = await sql`
      select l.is_expired, s.is_expired as is_expired_in_search
      from leads l join lead_search s on s.lead_id = l.id where l.id = ${id}`.execute(
      test.database.kysely,
    )
    return rows[0]
  }
  expect(await read()).toEqual({ is_expired: true, is_expired_in_search: true })
  await sql`update leads set status = 'sold', sold_cause = 'outside', sold_at = now() where id = ${id}`.execute(
    test.database.kysely,
  )
  expect(await read()).toEqual({ is_expired: false, is_expired_in_search: false })
})
