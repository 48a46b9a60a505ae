import type { erasePersonalData, PersonalRecord } from '@raahi/contract/personal-data'
import type { z } from 'zod'
import { formatUnits } from '../../lib/ages.ts'

export const kindLabels: Record<PersonalRecord['kind'], string> = {
  enquiry: 'Enquiry',
  lead: 'Lead',
  message: 'Contact message',
  'import-row': 'Row of an import',
}

/** '2 enquiries, 1 lead'; '' for none. */
export function formatRecordCounts(counts: {
  enquiries: number
  leads: number
  messages: number
  /** Rows of imported files. An erasure does not count them. */
  importRows?: number
}): string {
  return [
    counts.enquiries > 0 &&
      (counts.enquiries === 1 ? '1 enquiry' : `${counts.enquiries} enquiries`),
    counts.leads > 0 && formatUnits(counts.leads, 'lead'),
    counts.messages > 0 && formatUnits(counts.messages, 'contact message'),
    counts.importRows && formatUnits(counts.importRows, 'imported row'),
  ]
    .filter(Boolean)
    .join(', ')
}

/** The number of records of each kind. */
export function countKinds(records: readonly PersonalRecord[]) {
  const count = (kind: PersonalRecord['kind']) =>
    records.filter((record) => record.kind === kind).length
  return {
    enquiries: count('enquiry'),
    leads: count('lead'),
    messages: count('message'),
    importRows: count('import-row'),
  }
}

/** The result of an erasure. */
export type Erasure = z.output<typeof erasePersonalData.answer>
