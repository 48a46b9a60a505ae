import { isPlain, maxLengths } from '@raahi/contract/field-checks'
import { formatDateText, parseDateText } from './date-text.ts'

/**
 * One filter of a list. The address keeps it under its name.
 * - text: trimmed. A text that is longer than `maxLength` (by default that of a line in the contract) or does not match
 *   `pattern` is dropped.
 * - choice: one of `values`, or an alias in `aliases` for one of them. With a `default` it is a tab, an order or a
 *   layout: it always has a value, is not counted as a set filter and stays when the filters are cleared.
 * - date: a day that exists, from 1900, YYYY-MM-DD.
 */
export type FilterField =
  | {
      kind: 'text'
      maxLength?: number
      pattern?: RegExp
      /**
       * Set for a filter that names one entry of the list. Like the page number, it is dropped when a filter changes.
       */
      isPosition?: true
      default?: never
    }
  | {
      kind: 'choice'
      values: readonly string[]
      aliases?: Readonly<Record<string, string>>
      default?: string
      isPosition?: never
    }
  | { kind: 'date'; default?: never; isPosition?: never }

/** The filters of a list, in the order in which the address has them. Every list has a page too. */
export type FilterFields = Readonly<Record<string, FilterField>>

type ValueOf<Field extends FilterField> = Field extends { values: readonly (infer Value)[] }
  ? Field extends { default: Value }
    ? Value
    : Value | undefined
  : string | undefined

/** The page of a list, from 1, and the values of its filters. */
export type FiltersOf<Fields extends FilterFields> = {
  -readonly [Name in keyof Fields]: ValueOf<Fields[Name]>
} & { page: number }

export type NameOfKind<Fields extends FilterFields, Kind extends FilterField['kind']> = {
  [Name in keyof Fields]: Fields[Name]['kind'] extends Kind ? Name : never
}[keyof Fields] &
  string

type Values = Record<string, string | number | undefined>

/** The highest page that is requested. A list with fewer pages shows its last page. */
const maxPage = 1_000_000

/** Reads the filters from the address. An invalid value is dropped and leaves the others as they are. */
export function readFilters<Fields extends FilterFields>(
  fields: Fields,
  params: URLSearchParams,
): FiltersOf<Fields> {
  const filters: Values = { page: readPage(params.get('page') ?? '') }
  for (const [name, field] of Object.entries(fields)) {
    filters[name] = readValue(field, params.get(name) ?? '')
  }
  return filters as FiltersOf<Fields>
}

function readPage(text: string): number {
  return /^[1-9]\d{0,8}$/.test(text) ? Math.min(Number(text), maxPage) : 1
}

/** The value that a text means for a filter. */
export function readValue(field: FilterField, text: string): string | undefined {
  if (field.kind === 'choice') {
    const value = field.aliases?.[text] ?? text
    return field.values.includes(value) ? value : field.default
  }
  const value = text.trim()
  const isValid =
    field.kind === 'date' ? parseDateText(formatDateText(value)) : isTextOf(field, value)
  return value !== '' && isValid ? value : undefined
}

function isTextOf(field: FilterField & { kind: 'text' }, text: string): boolean {
  return (
    text.length <= maxLengthOf(field) &&
    isPlain(text) &&
    (!field.pattern || field.pattern.test(text))
  )
}

/** The longest text of a filter. Without a `maxLength` it is that of `filterText()` in the contract. */
export function maxLengthOf(field: FilterField & { kind: 'text' }): number {
  return field.maxLength ?? maxLengths.line
}

/** The filters as parameters of the address. Unset and default values are omitted. */
export function writeFilters<Fields extends FilterFields>(
  fields: Fields,
  filters: FiltersOf<Fields>,
): URLSearchParams {
  const params = new URLSearchParams()
  const values: Values = filters
  for (const [name, field] of Object.entries(fields)) {
    const value = values[name]
    if (value && value !== field.default) params.set(name, String(value))
  }
  if (filters.page > 1) params.set('page', String(filters.page))
  return params
}

/** The filters after a change. A changed filter leads to the first page. */
export function changeFilters<Fields extends FilterFields>(
  fields: Fields,
  filters: FiltersOf<Fields>,
  changed: Partial<FiltersOf<Fields>>,
): FiltersOf<Fields> {
  return { ...dropFilters(fields, filters, (field) => field.isPosition), ...changed }
}

/** The first page without filters. Tab, order and layout stay. */
export function clearFilters<Fields extends FilterFields>(
  fields: Fields,
  filters: FiltersOf<Fields>,
): FiltersOf<Fields> {
  return dropFilters(fields, filters, (field) => !field.default)
}

function dropFilters<Fields extends FilterFields>(
  fields: Fields,
  filters: FiltersOf<Fields>,
  isDropped: (field: FilterField) => boolean | undefined,
): FiltersOf<Fields> {
  const cleared: Values = { ...filters, page: 1 }
  for (const [name, field] of Object.entries(fields))
    if (isDropped(field)) cleared[name] = undefined
  return cleared as FiltersOf<Fields>
}

/** The number of set filters. Tab, order, layout and page do not count. */
export function countFilters<Fields extends FilterFields>(
  fields: Fields,
  filters: FiltersOf<Fields>,
): number {
  const values: Values = filters
  return Object.entries(fields).filter(
    ([name, field]) => values[name] && !field.default && !field.isPosition,
  ).length
}
