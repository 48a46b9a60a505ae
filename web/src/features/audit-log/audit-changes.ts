import type { AuditEntry } from '@raahi/contract/audit-log'
import { formatPaise, formatPhone, shortId } from '@raahi/contract/formats'
import { type ReplacementReason, replacementReasons } from '@raahi/contract/replacements'
import { formatDate, formatDateTime } from '../../lib/dates.ts'
import { fieldName } from './audit-labels.ts'

/**
 * A change of one field. `before` or `after` is null if the record did not exist then. An empty field is '—', except
 * that `before` is null if a value replaces it.
 */
export interface Change {
  field: string
  before: string | null
  after: string | null
}

/** Fields that every record has and that do not help a reader. */
const hiddenFields = new Set(['id', 'updated_at', 'updatedAt'])
const id = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/
const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}/
/** Shown for an empty field. */
const emptyText = '—'
const day = /^\d{4}-\d{2}-\d{2}$/

/**
 * The changes of an entry as text: the fields that differ for a changed record, all fields for a created or deleted
 * one. Ids are omitted, because the name of the record is shown.
 */
export function listChanges({ before, after }: Pick<AuditEntry, 'before' | 'after'>): Change[] {
  const keys = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  return (
    keys
      .filter((key) => !hiddenFields.has(key) && !isId(before?.[key]) && !isId(after?.[key]))
      .map((key) => ({
        field: fieldName(key),
        before: before ? formatValue(key, before[key]) : null,
        after: after ? formatValue(key, after[key]) : null,
      }))
      .filter((change) => change.before !== change.after)
      // If the field was empty before, only the new value is shown.
      .map((change) =>
        change.before === emptyText && change.after ? { ...change, before: null } : change,
      )
  )
}

const isId = (value: unknown) => typeof value === 'string' && id.test(value)

/** '₹1,00,000', '09-02-2026 04:05 PM', 'Yes'; '—' for an empty value. */
function formatValue(key: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return emptyText
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'number') {
    return /paise$/i.test(key) && Number.isSafeInteger(value) ? formatPaise(value) : String(value)
  }
  if (key === 'reasonCode') return replacementReasons[value as ReplacementReason] ?? String(value)
  if (typeof value === 'string') return formatText(value)
  if (Array.isArray(value)) return value.map((item) => formatValue(key, item)).join(', ')
  return Object.entries(value)
    .map(([name, part]) => `${fieldName(name)}: ${formatValue(name, part)}`)
    .join(', ')
}

function formatText(text: string): string {
  if (day.test(text)) return formatDate(text)
  if (instant.test(text)) return formatDateTime(text) || text
  if (id.test(text)) return shortId(text)
  // Codes of the API, such as lead_refund or Senior_Citizen.
  return /^[A-Za-z]+(_[A-Za-z]+)+$/.test(text) ? text.replaceAll('_', ' ') : formatPhone(text)
}
