import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeFailedJob } from '../../testing/make-failed-job.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { untilWaiting } from '../../testing/until-waiting.ts'
import { withTransaction } from '../database/transaction.ts'
import { deleteJobs } from './delete-jobs.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase()
})
afterAll(() => db.drop())

test('jobs are deleted although the row of one is replaced after a failed attempt', async () => {
  const { kysely } = db.database
  const kept = await makeFailedJob(kysely, { data: { to: 'kept@example.com' } })
  for (let n = 0; n < 3; n += 1) {
    await makeFailedJob(kysely, { data: { to: 'erased@example.com' } })
  }
  // As pg-boss does after a failed attempt.
  const attempt = await kysely.startTransaction().execute()
  await sql`
    with deleted as (
      delete from pgboss.job where id in
        (select id from pgboss.job where data ->> 'to' = 'erased@example.com' limit 1) returning *)
    insert into pgboss.job select * from deleted`.execute(attempt)
  const deletion = withTransaction(db.database, (tx) =>
    deleteJobs(tx, sql`data ->> 'to' = ${'erased@example.com'}`),
  )
  await untilWaiting(db.database, 1, 'delete from pgboss.job')
  await attempt.commit().execute()
  await deletion
  const { rows } = await sql`select id from pgboss.job`.execute(kysely)
  expect(rows).toEqual([{ id: kept }])
})
