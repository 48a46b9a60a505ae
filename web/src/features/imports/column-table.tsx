import { NativeSelect } from '@mantine/core'
import { type ImportField, importFieldNames, importFields } from '@raahi/contract/import-labels'
import type { Import } from '@raahi/contract/imports'
import classes from './imports.module.css'

interface ColumnTableProps {
  columns: Import['columns']
  busy: boolean
  onChange: (columns: { heading: string; field: ImportField | null }[]) => void
}

const options = [
  { value: '', label: 'Not imported' },
  ...importFieldNames.map((name) => ({ value: name, label: importFields[name] })),
]

/** The columns of the file, each with its first values and the field that it is read as. */
export function ColumnTable({ columns, busy, onChange }: ColumnTableProps) {
  const choose = (at: number, field: ImportField | null) =>
    onChange(
      columns.map(({ heading, field: present }, index) => {
        if (index === at) return { heading, field }
        // A field has one column. Only a name can be in several, such as first and last name.
        return { heading, field: present === field && field !== 'name' ? null : present }
      }),
    )
  return (
    <ul className={classes.columns} aria-label="Columns">
      {columns.map(({ heading, field, samples }, at) => (
        <li key={at}>
          <div>
            <strong>
              <bdi>{heading}</bdi>
            </strong>
            <p className={classes.samples}>
              {samples.length > 0 ? <bdi>{samples.join(' · ')}</bdi> : 'Empty'}
            </p>
          </div>
          <NativeSelect
            aria-label={`Field of ${heading}`}
            data={options}
            value={field ?? ''}
            disabled={busy}
            onChange={({ currentTarget }) =>
              choose(at, (currentTarget.value || null) as ImportField | null)
            }
          />
        </li>
      ))}
    </ul>
  )
}
