import { afterAll, beforeAll, expect, it } from 'vitest'
import { readConfig } from '../server/src/config/index.ts'
import { checkInvariants } from '../server/src/integrity/check-invariants.ts'
import { createTestDatabase, type TestDatabase } from '../server/src/testing/test-database.ts'
import { withClient } from './environment.ts'
import { addManyLeads } from './fill.ts'
import { addBusiness } from './fill-business.ts'
import { addYearOfTransactions } from './fill-transactions.ts'

let business: TestDatabase
let leads: TestDatabase
let transactions: TestDatabase
beforeAll(async () => {
  business = await createTestDatabase()
  leads = await createTestDatabase()
  transactions = await createTestDatabase()
})
afterAll(async () => {
  await business.drop()
  await leads.drop()
  await transactions.drop()
})

const readIndexes = async ({ database }: TestDatabase) =>
  (await database.pool.query('select indexdef from pg_indexes order by 1')).rows

it('keeps all invariants and all indexes of a product in use', async () => {
  const indexes = await readIndexes(business)
  const { seller, sac } = readConfig({}).invoices
  await withClient(business.connectionString, (client) =>
    addBusiness(client, { leads: 2000, seller, sac, verifiedShare: 0.15 }),
  )
  expect(await checkInvariants(business.database)).toEqual([])
  expect(await readIndexes(business)).toEqual(indexes)
})

it('keeps all invariants of a year of transactions', async () => {
  await withClient(transactions.connectionString, (client) => addYearOfTransactions(client, 200))
  expect(await checkInvariants(transactions.database)).toEqual([])
})

it('keeps all invariants of leads alone', async () => {
  await withClient(leads.connectionString, (client) =>
    addManyLeads(client, { count: 2000, soldShare: 0.3 }),
  )
  expect(await checkInvariants(leads.database)).toEqual([])
})
