import { Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { formatDay, formatPhone } from '@raahi/contract/formats'
import { type DateOrder, dateOrderNames, dateOrders } from '@raahi/contract/import-labels'
import type { CheckedRow, Import, ImportCheck, ImportCheckInput } from '@raahi/contract/imports'
import { useState } from 'react'
import { BusyButton } from '../../ui/busy-button.tsx'
import { Panel } from '../../ui/panel.tsx'
import classes from './imports.module.css'

interface QuestionsProps {
  record: Import
  check: ImportCheck
  busy: boolean
  onAnswer: (answers: ImportCheckInput) => void
}

const orderOptions = [
  { value: '', label: 'Ask for each row' },
  ...dateOrderNames.map((name) => ({
    value: name,
    label: `${dateOrders[name].label}: ${dateOrders[name].example}`,
  })),
]

/** What the file leaves open, for all of its rows and for single ones. */
export function Questions({ record, check, busy, onAnswer }: QuestionsProps) {
  const [typed, setTyped] = useState<Record<number, string>>({})
  const rows = check.rows.filter(({ outcome }) => outcome === 'question')
  const has = (test: (row: CheckedRow) => boolean) => rows.some(test)
  const save = () => {
    const answers = rows.flatMap(({ row, field }) => {
      const text = typed[row]?.trim()
      return text ? [{ row, [field ?? 'phone']: text }] : []
    })
    setTyped({})
    onAnswer({ answers })
  }
  return (
    <Panel title="Questions">
      <div className={classes.panel}>
        <p className={classes.soft}>
          Raahi does not guess: a wrong phone or date would be sold. Answer for the whole file, or
          for single rows.
        </p>
        {(record.dateOrder !== null || has(({ field }) => field === 'travelDate')) && (
          <NativeSelect
            label="How are dates written in this file?"
            data={orderOptions}
            value={record.dateOrder ?? ''}
            disabled={busy}
            onChange={({ currentTarget }) =>
              onAnswer({ dateOrder: (currentTarget.value || null) as DateOrder | null })
            }
          />
        )}
        {(record.repairPhones || has((row) => row.field === 'phone' && hasSuggestions(row))) && (
          <Checkbox
            label="The spreadsheet dropped the zero of landlines and the plus sign of foreign numbers: add them again"
            checked={record.repairPhones}
            disabled={busy}
            onChange={({ currentTarget }) => onAnswer({ repairPhones: currentTarget.checked })}
          />
        )}
        {rows.length > 0 && (
          <ul className={classes.questions} aria-label="Rows with a question">
            {rows.map((row) => (
              <li key={row.row}>
                <Answer
                  row={row}
                  value={typed[row.row] ?? ''}
                  onChange={(text) => setTyped({ ...typed, [row.row]: text })}
                />
              </li>
            ))}
          </ul>
        )}
        {rows.length > 0 && (
          <div>
            <BusyButton
              variant="default"
              busy={busy || !Object.values(typed).some((text) => text.trim())}
              onClick={save}
            >
              Save Answers
            </BusyButton>
          </div>
        )}
      </div>
    </Panel>
  )
}

const hasSuggestions = ({ suggestions = [] }: CheckedRow) => suggestions.length > 0

interface AnswerProps {
  row: CheckedRow
  value: string
  onChange: (text: string) => void
}

function Answer({
  row: { row, name, field, message, suggestions = [] },
  value,
  onChange,
}: AnswerProps) {
  const label = `Row ${row}${name ? `, ${name}` : ''}`
  if (field === 'travelDate') {
    return (
      <NativeSelect
        label={label}
        description={message}
        data={[
          { value: '', label: 'Choose a day' },
          ...suggestions.map((day) => ({ value: day, label: formatDay(day) })),
        ]}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    )
  }
  return (
    <TextInput
      label={label}
      description={message}
      type="tel"
      placeholder={suggestions[0] ? formatPhone(suggestions[0]) : 'Phone'}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}
