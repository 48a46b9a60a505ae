import { getImport, runImport } from '@raahi/contract/imports'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { prepareCrashTest } from '../../testing/crash-test.ts'
import { expectAllInvariantsHold } from '../../testing/expect-invariants.ts'
import { makeAdmin } from '../../testing/factories.ts'
import { retryJobsNow } from '../../testing/mails.ts'
import { makeImport } from '../../testing/make-import.ts'

const crash = prepareCrashTest()
const rowCount = 2000

test('a process that is killed in the middle of an import loses no row and adds none twice, also with two processes', async () => {
  const { kysely: db } = crash.database
  const admin = await makeAdmin(db)
  const id = await makeImport(db, { row_count: rowCount })
  await sql`
    insert into import_rows (import_id, row, cells, contacts)
    select ${id}, n + 1, array['Asha Rao', '+9198' || lpad(n::text, 8, '0')], '{}'
    from generate_series(3, ${rowCount}) n`.execute(db)
  const countResults = async () => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::integer as n from import_results where import_id = ${id}`.execute(db)
    return rows[0]?.n ?? 0
  }

  const first = await crash.start()
  const call = { token: admin.token, params: { id } }
  expect((await first.call(runImport, call)).status).toBe(202)
  await vi.waitFor(async () => expect(await countResults()).toBeGreaterThan(0), {
    timeout: 20_000,
    interval: 5,
  })
  await first.kill()
  const done = await countResults()
  expect(done).toBeLessThan(rowCount)
  await crash.expireRunningJobs()

  const [second, third] = await Promise.all([crash.start(), crash.start()])
  // As if the job had been sent twice.
  await sql`insert into pgboss.job (name, data) values ('import', ${JSON.stringify({ importId: id })}::jsonb)`.execute(
    db,
  )
  const read = async () => (await third.call(getImport, call)).body.data
  await vi.waitFor(
    async () => {
      await retryJobsNow(crash.database)
      expect(await read()).toMatchObject({ state: 'done' })
    },
    { timeout: 60_000, interval: 200 },
  )
  expect(await read()).toMatchObject({ done: rowCount, added: rowCount - 1, refused: 1 })
  const { rows } = await sql<{ leads: number; phones: number }>`
    select count(*)::integer as leads, count(distinct phone)::integer as phones from leads`.execute(
    db,
  )
  expect(rows[0]).toEqual({ leads: rowCount - 1, phones: rowCount - 1 })
  await expectAllInvariantsHold(crash.database)
  await Promise.all([second.kill(), third.kill()])
}, 180_000)
