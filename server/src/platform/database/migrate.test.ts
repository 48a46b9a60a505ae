import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
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
  await mkdir(join(folder, 'migrations'))
  await mkdir(join(folder, 'functions/steps'), { recursive: true })
  await writeFile(join(folder, 'baseline.sql'), 'CREATE TABLE steps (n int)')
  await own.database.pool.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public')
})
afterEach(() => rm(folder, { recursive: true }))

describe('migrate', () => {
  test('creates the baseline, then the functions, and runs new migrations once, in order', async () => {
    await write('0001-fill.sql', 'INSERT INTO steps VALUES (1)')
    expect(await migrate(own.connectionString, folder)).toEqual([
      'baseline.sql',
      '0001-fill.sql',
      'functions',
    ])
    await write('0003-more.sql', 'INSERT INTO steps VALUES (3)')
    await write('0002-some.sql', 'INSERT INTO steps VALUES (2)')
    expect(await migrate(own.connectionString, folder)).toEqual(['0002-some.sql', '0003-more.sql'])
    expect(await migrate(own.connectionString, folder)).toEqual([])
    expect(await steps()).toEqual([1, 2, 3])
  })

  test('applies all functions again when the text of one has changed, in one transaction', async () => {
    await writeFunction('one.sql', 'SELECT 1')
    await writeFunction('two.sql', 'SELECT one()')
    await migrate(own.connectionString, folder)
    expect(await call('two')).toBe(1)
    await writeFunction('one.sql', 'SELECT 3')
    expect(await migrate(own.connectionString, folder)).toEqual(['functions'])
    expect(await call('two')).toBe(3)
    await writeFunction('one.sql', 'SELECT 4')
    await writeFunction('two.sql', "SELECT 'four'")
    await expect(migrate(own.connectionString, folder)).resolves.toEqual(['functions'])
    await writeFile(join(folder, 'functions/steps/two.sql'), 'CREATE OR REPLACE FUNCTION two(')
    await writeFunction('one.sql', 'SELECT 5')
    await expect(migrate(own.connectionString, folder)).rejects.toThrow(
      'The step functions of the schema failed: syntax error',
    )
    expect(await call('one')).toBe(4)
  })

  test('refuses a database of another checkout with one sentence that says what to do', async () => {
    const refusal =
      /^This database was created by another checkout, .*a trial, .*remove the folder \.data; .*commit [0-9a-f]{8}, .*\.$/
    await migrate(own.connectionString, folder)
    await writeFile(join(folder, 'baseline.sql'), 'CREATE TABLE steps (n bigint)')
    await expect(migrate(own.connectionString, folder)).rejects.toThrow(refusal)
    // An earlier checkout recorded its migrations only.
    await own.database.pool.query(`
      TRUNCATE schema_migrations;
      INSERT INTO schema_migrations VALUES ('0001-users-and-sessions.sql', 'a checksum')`)
    await expect(migrate(own.connectionString, folder)).rejects.toThrow(refusal)
  })

  test('runs once for many processes that start at once', async () => {
    await write('0001-wait.sql', 'SELECT pg_sleep(0.1)')
    await write('0002-fill.sql', 'INSERT INTO steps VALUES (2)')
    const ran = await Promise.all(
      Array.from({ length: 8 }, () => migrate(own.connectionString, folder)),
    )
    expect(ran.flat()).toEqual(['baseline.sql', '0001-wait.sql', '0002-fill.sql', 'functions'])
    expect(await steps()).toEqual([2])
  })

  test('rolls back a failing migration and keeps those before it', async () => {
    await write('0001-fill.sql', 'INSERT INTO steps VALUES (1)')
    await write('0002-fail.sql', 'INSERT INTO steps VALUES (2); SELECT 1 / 0')
    await expect(migrate(own.connectionString, folder)).rejects.toThrow(
      'The step 0002-fail.sql of the schema failed: division by zero',
    )
    expect(await steps()).toEqual([1])
    await write('0002-fail.sql', 'INSERT INTO steps VALUES (2)')
    expect(await migrate(own.connectionString, folder)).toEqual(['0002-fail.sql', 'functions'])
  })

  test('repeats a migration after a deadlock with a running transaction', async () => {
    await write('0001-make.sql', 'CREATE TABLE others ()')
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
    await write('0001-fill.sql', 'INSERT INTO steps\n VALUES (1)')
    await migrate(own.connectionString, folder)
    await write('0001-fill.sql', 'INSERT INTO steps\r\n VALUES (1)')
    expect(await migrate(own.connectionString, folder)).toEqual([])
    await write('0001-fill.sql', 'INSERT INTO steps VALUES (2)')
    await expect(migrate(own.connectionString, folder)).rejects.toThrow(
      'The migration 0001-fill.sql was changed after this database had run it',
    )
  })

  test('rejects a database that is newer than the product', async () => {
    await write('0001-fill.sql', 'INSERT INTO steps VALUES (1)')
    await migrate(own.connectionString, folder)
    await rm(join(folder, 'migrations/0001-fill.sql'))
    await expect(migrate(own.connectionString, folder)).rejects.toThrow(
      'The database has the migration 0001-fill.sql, which this version of the product does not know',
    )
  })

  test('rejects file names without an order', async () => {
    await write('make.sql', 'SELECT 1')
    await expect(migrate(own.connectionString, folder)).rejects.toThrow('not named')
    await rm(join(folder, 'migrations/make.sql'))
    await write('0001-make.sql', 'SELECT 1')
    await write('0001-also.sql', 'SELECT 1')
    await expect(migrate(own.connectionString, folder)).rejects.toThrow('have the number 0001')
  })
})

const write = (name: string, sql: string) => writeFile(join(folder, 'migrations', name), sql)

const writeFunction = (file: string, body: string) =>
  writeFile(
    join(folder, 'functions/steps', file),
    `DROP FUNCTION IF EXISTS ${file.slice(0, 3)}();
     CREATE FUNCTION ${file.slice(0, 3)}() RETURNS ${body.includes("'") ? 'text' : 'int'} LANGUAGE sql AS $$ ${body} $$;`,
  )

async function call(name: string): Promise<unknown> {
  const { rows } = await own.database.pool.query(`SELECT ${name}() AS answer`)
  return rows[0]?.answer
}

async function steps(): Promise<number[]> {
  const { rows } = await own.database.pool.query<{ n: number }>('SELECT n FROM steps ORDER BY n')
  return rows.map(({ n }) => n)
}
