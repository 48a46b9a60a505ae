import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { untilWaiting } from '../../testing/until-waiting.ts'
import { migrate } from './migrate.ts'

let own: TestDatabase
let folder: string

beforeAll(async () => {
  own = await createTestDatabase()
})
afterAll(() => own.drop())

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'raahi-migrations-'))
  await own.database.pool.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public')
})
afterEach(() => rm(folder, { recursive: true }))

describe('migrate', () => {
  test('runs new migrations once, in order', async () => {
    await write('0002-fill.sql', 'INSERT INTO steps VALUES (2)')
    await write('0001-make.sql', 'CREATE TABLE steps (n int)')
    expect(await migrate(own.connectionString, folder)).toEqual(['0001-make.sql', '0002-fill.sql'])
    await write('0003-more.sql', 'INSERT INTO steps VALUES (3)')
    expect(await migrate(own.connectionString, folder)).toEqual(['0003-more.sql'])
    expect(await migrate(own.connectionString, folder)).toEqual([])
    expect(await steps()).toEqual([2, 3])
  })

  test('runs once for many processes that start at once', async () => {
    await write('0001-make.sql', 'CREATE TABLE steps (n int); SELECT pg_sleep(0.1)')
    await write('0002-fill.sql', 'INSERT INTO steps VALUES (2)')
    const ran = await Promise.all(
      Array.from({ length: 8 }, () => migrate(own.connectionString, folder)),
    )
    expect(ran.flat()).toEqual(['0001-make.sql', '0002-fill.sql'])
    expect(await steps()).toEqual([2])
  })

  test('rolls back a failing migration and keeps those before it', async () => {
    await write('0001-make.sql', 'CREATE TABLE steps (n int)')
    await write('0002-fill.sql', 'INSERT INTO steps VALUES (2); SELECT 1 / 0')
    await expect(migrate(own.connectionString, folder)).rejects.toThrow(
      'The migration 0002-fill.sql failed: division by zero',
    )
    expect(await steps()).toEqual([])
    await write('0002-fill.sql', 'INSERT INTO steps VALUES (2)')
    expect(await migrate(own.connectionString, folder)).toEqual(['0002-fill.sql'])
  })

  test('repeats a migration after a deadlock with a running transaction', async () => {
    await write('0001-make.sql', 'CREATE TABLE steps (n int); CREATE TABLE others ()')
    await migrate(own.connectionString, folder)
    await write(
      '0002-lock.sql',
      'LOCK TABLE others; LOCK TABLE steps; INSERT INTO steps VALUES (2)',
    )
    const client = await own.database.pool.connect()
    try {
      // The migration finds the deadlock first.
      await client.query(`SET deadlock_timeout = '10s'; BEGIN; LOCK TABLE steps`)
      const address = new URL(own.connectionString)
      address.searchParams.set('options', '-c deadlock_timeout=100ms')
      const migrating = migrate(address.href, folder)
      await untilWaiting(own.database, 1, 'LOCK TABLE others')
      await client.query('LOCK TABLE others IN SHARE MODE; COMMIT')
      expect(await migrating).toEqual(['0002-lock.sql'])
      expect(await steps()).toEqual([2])
    } finally {
      client.release(true)
    }
  })

  test('rejects a file that was changed after it ran, except for its line ends', async () => {
    await write('0001-make.sql', 'CREATE TABLE steps\n (n int)')
    await migrate(own.connectionString, folder)
    await write('0001-make.sql', 'CREATE TABLE steps\r\n (n int)')
    expect(await migrate(own.connectionString, folder)).toEqual([])
    await write('0001-make.sql', 'CREATE TABLE steps (n bigint)')
    await expect(migrate(own.connectionString, folder)).rejects.toThrow(
      'The migration 0001-make.sql was changed after this database had run it',
    )
  })

  test('rejects a database that is newer than the product', async () => {
    await write('0001-make.sql', 'CREATE TABLE steps (n int)')
    await migrate(own.connectionString, folder)
    await rm(join(folder, '0001-make.sql'))
    await expect(migrate(own.connectionString, folder)).rejects.toThrow(
      'The database has the migration 0001-make.sql, which this version of the product does not know',
    )
  })

  test('rejects file names without an order', async () => {
    await write('make.sql', 'SELECT 1')
    await expect(migrate(own.connectionString, folder)).rejects.toThrow('not named')
    await rm(join(folder, 'make.sql'))
    await write('0001-make.sql', 'SELECT 1')
    await write('0001-also.sql', 'SELECT 1')
    await expect(migrate(own.connectionString, folder)).rejects.toThrow('have the number 0001')
  })
})

const write = (name: string, sql: string) => writeFile(join(folder, name), sql)

async function steps(): Promise<number[]> {
  const { rows } = await own.database.pool.query<{ n: number }>('SELECT n FROM steps ORDER BY n')
  return rows.map(({ n }) => n)
}
