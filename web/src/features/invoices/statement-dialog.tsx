import { Anchor } from '@mantine/core'
import type { ExportFormat } from '@raahi/contract/export-format'
import { type StatementTable, statementTables } from '@raahi/contract/statements'
import { IconFileSpreadsheet, IconFileTypeCsv } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { errorWithReason } from '../../lib/api-error.ts'
import { daysOfPeriod } from '../../lib/periods.ts'
import { saveFile } from '../../lib/save-file.ts'
import { serverNow } from '../../lib/server-clock.ts'
import { useSingleRun } from '../../lib/use-single-run.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { DateField } from '../../ui/date-field.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { PeriodFilter } from '../../ui/period-filter.tsx'
import { ViewModal } from '../../ui/view-modal.tsx'
import { fetchStatement } from './public/statements.api.ts'
import classes from './statement-dialog.module.css'

const tableLabels: Record<StatementTable, string> = {
  summary: 'Summary',
  documents: 'Documents',
  sac: 'SAC',
  numbers: 'Numbers',
}

/** Downloads the statement of a period for the accountant. */
export function StatementDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const [days, setDays] = useState<{ from: string | undefined; to: string | undefined }>(() =>
    daysOfPeriod('last-month', serverNow()),
  )
  const { busy, run } = useSingleRun()
  const [failure, setFailure] = useState<string>()
  const { from, to } = days
  const endsBeforeItStarts = from && to && to < from
  const download = (format: ExportFormat, table?: StatementTable) =>
    run(async () => {
      if (!from || !to) return
      setFailure(undefined)
      try {
        const file = await fetchStatement({
          startDate: from,
          endDate: to,
          format,
          ...(table && { table }),
        })
        const name = `gst-statement-${from}-to-${to}${table ? `-${table}` : ''}`
        saveFile(file, `${name}.${format}`)
      } catch (error) {
        setFailure(errorWithReason(error, 'The file could not be created.'))
      }
    })
  const isOff = busy || !from || !to || Boolean(endsBeforeItStarts)
  return (
    <ViewModal opened={opened} onClose={onClose} title="GST statement" size="34rem">
      <p className={classes.text}>
        All invoices and credit notes of a period, with their sums for GSTR-1.
      </p>
      <div className={classes.fields}>
        <PeriodFilter from={from} to={to} onChange={setDays} />
        <DateField
          label="From"
          value={from ?? ''}
          onChange={(day) => setDays({ from: day || undefined, to })}
        />
        <DateField
          label="To"
          value={to ?? ''}
          onChange={(day) => setDays({ from, to: day || undefined })}
          error={endsBeforeItStarts ? 'Choose a date on or after From.' : undefined}
        />
      </div>
      {failure && <FormError>{failure}</FormError>}
      <BusyButton
        fullWidth
        leftSection={<IconFileSpreadsheet size={18} aria-hidden />}
        busy={isOff}
        onClick={() => download('xlsx')}
      >
        {busy ? 'Creating..' : 'Download Excel'}
      </BusyButton>
      <p className={classes.quiet}>
        Four sheets: amounts by section, place of supply and rate; each document; amounts by SAC;
        numbers used. Or one of them as CSV:
      </p>
      <div className={classes.tables}>
        {statementTables.map((table) => (
          <BusyButton
            key={table}
            variant="default"
            size="compact-md"
            leftSection={<IconFileTypeCsv size={18} stroke={1.75} aria-hidden />}
            busy={isOff}
            onClick={() => download('csv', table)}
          >
            {tableLabels[table]}
          </BusyButton>
        ))}
      </div>
      <p className={classes.text}>
        Your accountant can get it by email each month.{' '}
        <Anchor component={Link} to="/dashboard/settings">
          Settings
        </Anchor>
      </p>
    </ViewModal>
  )
}
