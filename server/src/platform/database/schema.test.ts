import { readFile } from 'node:fs/promises'
import { beforeAll, expect, inject, it } from 'vitest'
import { FUNCTIONS_FILE, readFunctions } from './read-functions.ts'
import { readSchema, SCHEMA_FILE } from './read-schema.ts'

let template: string

beforeAll(() => {
  const url = new URL(inject('testDatabaseServer'))
  url.pathname = `/${inject('testDatabaseTemplate')}`
  template = url.href
})

it('schema.ts types every column as the database stores it', async () => {
  expect(await readFile(SCHEMA_FILE, 'utf8')).toBe(await readSchema(template))
})

it('functions.sql holds the current text of every function, view and trigger', async () => {
  expect(await readFile(FUNCTIONS_FILE, 'utf8')).toBe(await readFunctions(template))
})
