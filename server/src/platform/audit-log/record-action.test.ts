import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeAdmin } from '../../testing/factories.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { withTransaction } from '../database/transaction.ts'
import { recordAction } from './record-action.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

it('stores every field of a traveller’s record that is not known to be harmless where it can be erased', async () => {
  const { kysely: db } = database.database
  const admin = await makeAdmin(db)
  const subjectId = randomUUID()
  const lasting = { destination: 'Goa', travel_days: 4, travelNights: 3 }
  const personal = { name: 'Asha', travel_month: 5, dietOfEachChild: 'no nuts' }
  await withTransaction(database.database, (tx) =>
    recordAction(
      tx,
      { userId: admin.id, requestId: randomUUID(), ip: '127.0.0.1' },
      {
        action: 'lead.edit',
        subjectType: 'lead',
        subjectId,
        after: { ...lasting, ...personal },
      },
    ),
  )
  const entry = db.selectFrom('audit_log').select('after').where('subject_id', '=', subjectId)
  const erasable = db
    .selectFrom('audit_personal_data')
    .select('after')
    .where('subject_id', '=', subjectId)
  expect(await entry.execute()).toEqual([{ after: lasting }])
  expect(await erasable.execute()).toEqual([{ after: personal }])
})
