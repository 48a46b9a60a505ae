import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { beforeAll, expect, inject, it } from 'vitest'
import { FUNCTIONS_FILE, readFunctions } from './read-functions.ts'

/** The JavaScript type of a column, with ' | null' if it is nullable. */
type ColumnType = string
interface Table {
  columns: Record<string, ColumnType>
  /** Columns that an insert may omit. */
  optional: Set<string>
  /** Generated columns. The database reports them as nullable in any case. */
  computed: Set<string>
}

/** Tables that only SQL text accesses: `schema.ts` has no types for them. */
const tablesOfSqlText = [
  'audit_blocks',
  'audit_blocks_next',
  'contact_salt',
  'customers',
  'demo_records',
  'erasures_to_analyze',
  'lead_city_counts',
  'lead_city_totals',
  'lead_contacts',
  // Empty. The previous release reads it.
  'lead_destination_changes',
  'lead_destination_counts',
  'lead_destination_totals',
  'lead_place_totals',
  'lead_travel_totals',
  'phone_codes',
  'queued_receipts',
  'receipt_cursor',
  'sandbox_behaviour',
  'sandbox_events',
  'sandbox_message_behaviour',
  'sandbox_messages',
  'sandbox_orders',
  'sandbox_payments',
  'sandbox_refunds',
  'schema_migrations',
  'transaction_changes',
  'transaction_day_totals',
  'transaction_search',
  'transaction_totals',
  'trial_end',
]

const filledByTriggers = new Set(['subscriptions.lead_share_paise'])

let template: string
let typed: Map<string, Table>
let stored: Map<string, Table>

beforeAll(async () => {
  const url = new URL(inject('testDatabaseServer'))
  url.pathname = `/${inject('testDatabaseTemplate')}`
  template = url.href
  typed = parseSchema(await readFile(join(import.meta.dirname, 'schema.ts'), 'utf8'))
  stored = await readTables(template)
})

it('schema.ts declares every table except those that only SQL text accesses', () => {
  expect([...typed.keys(), ...tablesOfSqlText].sort()).toEqual([...stored.keys()].sort())
})

it('schema.ts types each column as the database stores it', () => {
  for (const [name, { columns }] of typed) {
    const { columns: expected, computed } = tableOf(stored, name)
    const fromDatabase = Object.fromEntries(
      Object.entries(expected).map(([column, type]) => [
        column,
        computed.has(column)
          ? (columns[column]?.replace(/^[\w[\]]+/, type.split(' ')[0] ?? '') ?? type)
          : type,
      ]),
    )
    expect(columns, name).toEqual(fromDatabase)
  }
})

it('an insert may omit only columns that the database fills', () => {
  for (const [name, { optional }] of typed) {
    expect(
      [...optional].filter((column) => !tableOf(stored, name).optional.has(column)),
      name,
    ).toEqual([])
  }
})

it('functions.sql holds the current text of every function, view and trigger', async () => {
  expect(await readFile(FUNCTIONS_FILE, 'utf8')).toBe(await readFunctions(template))
})

function tableOf(tables: Map<string, Table>, name: string): Table {
  const table = tables.get(name)
  if (!table) throw new Error(`the database has no table ${name}`)
  return table
}

/** Parses the interface `Schema`, in which the formatter puts one column, or one short table, per line. */
function parseSchema(source: string): Map<string, Table> {
  const body = source.slice(source.indexOf('export interface Schema {')).replace(/^.*\n/, '')
  const text = body.replace(/\/\*\*[\s\S]*?\*\/|\/\/.*$/gm, '')
  const tables = new Map<string, Table>()
  for (const [, name = '', content = ''] of text.matchAll(
    /^ {2}(\w+): \{([\s\S]*?)(?:\n {2}| )\}$/gm,
  )) {
    const table: Table = { columns: {}, optional: new Set(), computed: new Set() }
    for (const line of content.replace(/\n {6}\s*/g, ' ').split(/[\n;]/)) {
      const [, column, type] = /^\s*(\w+):\s*(.+?)\s*$/.exec(line) ?? []
      if (!column || !type) continue
      table.columns[column] = columnType(type)
      const isOptional = /^(Generated<|ColumnType<|(Nullable)?Timestamp$|Identity$)/.test(type)
      if (isOptional) table.optional.add(column)
    }
    tables.set(name, table)
  }
  return tables
}

function columnType(type: string): ColumnType {
  const inner = type.replace(/^(?:Generated|ColumnType)<(.*)>$/, '$1').split(',')[0] ?? ''
  const isNullable = / \| null$/.test(inner) || type === 'NullableTimestamp'
  return jsTypeOf(inner.replace(/ \| null$/, '').trim()) + (isNullable ? ' | null' : '')
}

function jsTypeOf(type: string): string {
  if (type === 'Identity') return 'number'
  if (/Timestamp$/.test(type)) return 'Date'
  if (type.startsWith('JSONColumnType')) return 'object'
  // Unions of literals, and their names in the contract, are texts.
  return /^(number|boolean|Date|Buffer|string\[\])$/.test(type) ? type : 'string'
}

const valuesOfTypes: Record<string, string> = {
  uuid: 'string',
  text: 'string',
  xid8: 'string',
  pg_snapshot: 'string',
  // `connect.ts` keeps dates as text.
  date: 'string',
  int2: 'number',
  int4: 'number',
  float8: 'number',
  int8: 'number',
  bool: 'boolean',
  bytea: 'Buffer',
  jsonb: 'object',
  timestamptz: 'Date',
  _text: 'string[]',
}

async function readTables(connectionString: string): Promise<Map<string, Table>> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    const { rows } = await client.query<{
      table: string
      column: string
      type: string
      is_nullable: boolean
      has_default: boolean
      is_computed: boolean
    }>(`
      select c.relname as table, a.attname as column, t.typname as type,
        not a.attnotnull as is_nullable, a.atthasdef or a.attidentity <> '' as has_default,
        a.attgenerated <> '' as is_computed
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      join pg_type t on t.oid = a.atttypid
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      order by c.relname, a.attnum`)
    const tables = new Map<string, Table>()
    for (const row of rows) {
      const table = tables.get(row.table) ?? {
        columns: {},
        optional: new Set(),
        computed: new Set(),
      }
      const value = valuesOfTypes[row.type] ?? row.type
      table.columns[row.column] = row.is_nullable ? `${value} | null` : value
      const isFilled = filledByTriggers.has(`${row.table}.${row.column}`)
      if (row.is_nullable || row.has_default || isFilled) table.optional.add(row.column)
      if (row.is_computed) table.computed.add(row.column)
      tables.set(row.table, table)
    }
    return tables
  } finally {
    await client.end()
  }
}
