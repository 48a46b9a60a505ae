import type { AuditEntry } from '@raahi/contract/audit-log'
import { formatPaise, formatPhone, shortId } from '@raahi/contract/formats'
import { type ReplacementReason, replacementReasons } from '@raahi/contract/replacements'
import { formatDate, formatDateTime } from '../../lib/dates.ts'
import { fieldName } from './audit-labels.ts'

/** What happened to one field. A side is null where there was no such record, not where the field was empty. */
export interface Change {
  field: string
  before: string | null
  after: string | null
}

/** Kept with every record and of no use to a reader. */
const leftOut = new Set(['id', 'updated_at', 'updatedAt'])
const id = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/
const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}/
/** Shown for an empty field. */
const nothing = '—'
const day = /^\d{4}-\d{2}-\d{2}$/

/**
 * What an entry changed, in words: of a record that was changed the fields that differ, of one that was made or
 * deleted all of them. Ids are left out, the subject's name says more.
 */
export function changesOf({ before, after }: Pick<AuditEntry, 'before' | 'after'>): Change[] {
  const keys = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  return (
    keys
      .filter((key) => !leftOut.has(key) && !isId(before?.[key]) && !isId(after?.[key]))
      .map((key) => ({
        field: fieldName(key),
        before: before ? sayValue(key, before[key]) : null,
        after: after ? sayValue(key, after[key]) : null,
      }))
      .filter((change) => change.before !== change.after)
      // What was empty before is simply said.
      .map((change) =>
        change.before === nothing && change.after ? { ...change, before: null } : change,
      )
  )
}

const isId = (value: unknown) => typeof value === 'string' && id.test(value)

/** '₹1,00,000', '09-02-2026 04:05 PM', 'Yes'; — for what is empty. */
function sayValue(key: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return nothing
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'number') {
    return /paise$/i.test(key) && Number.isSafeInteger(value) ? formatPaise(value) : String(value)
  }
  if (key === 'reasonCode') return replacementReasons[value as ReplacementReason] ?? String(value)
  if (typeof value === 'string') return sayText(value)
  if (Array.isArray(value)) return value.map((item) => sayValue(key, item)).join(', ')
  return Object.entries(value)
    .map(([name, part]) => `${fieldName(name)}: ${sayValue(name, part)}`)
    .join(', ')
}

function sayText(text: string): string {
  if (day.test(text)) return formatDate(text)
  if (instant.test(text)) return formatDateTime(text) || text
  if (id.test(text)) return shortId(text)
  // Words of the wire: lead_refund, Senior_Citizen.
  return /^[A-Za-z]+(_[A-Za-z]+)+$/.test(text) ? text.replaceAll('_', ' ') : formatPhone(text)
}
