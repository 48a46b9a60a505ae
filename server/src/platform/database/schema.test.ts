import { readFile } from 'node:fs/promises'
import pg from 'pg'
import { beforeAll, expect, inject, it } from 'vitest'
import { readSchemaSteps } from './migrate.ts'
import { readSchema, schemaFile } from './read-schema.ts'

let template: string

beforeAll(() => {
  const url = new URL(inject('testDatabaseServer'))
  url.pathname = `/${inject('testDatabaseTemplate')}`
  template = url.href
})

it('schema.ts types every column as the database stores it', async () => {
  expect(await readFile(schemaFile, 'utf8')).toBe(await readSchema(template))
})

it('the body of every function is valid', async () => {
  const functions = (await readSchemaSteps()).at(-1)?.sql ?? ''
  const client = new pg.Client({ connectionString: template })
  await client.connect()
  try {
    await client.query('BEGIN')
    await client.query(
      functions.replace('check_function_bodies = off', 'check_function_bodies = on'),
    )
    await client.query('ROLLBACK')
  } finally {
    await client.end()
  }
})
