import { importFields, neededImportFields } from '@raahi/contract/import-labels'
import type { Import } from '@raahi/contract/imports'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { formatUnits } from '../../lib/ages.ts'
import { errorWithReason } from '../../lib/api-error.ts'
import { formatCount } from '../../lib/counts.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { MutationDialog } from '../../ui/mutation-dialog.tsx'
import { Panel } from '../../ui/panel.tsx'
import { RefreshFailed } from '../../ui/refresh-failed.tsx'
import { StatCard, StatGrid } from '../../ui/stat-card.tsx'
import { CheckedRows } from './checked-rows.tsx'
import { ColumnTable } from './column-table.tsx'
import { useCheck, useRun, useUndo } from './imports.api.ts'
import classes from './imports.module.css'
import { Questions } from './questions.tsx'

/** The columns, what would happen to each row, and the questions that only a person can answer. */
export function CheckStep({ record }: { record: Import }) {
  const check = useCheck(record._id)
  const run = useRun(record._id)
  // The first check begins with the screen. A change is checked where it is made.
  useEffect(() => check.mutate({}), [record._id])
  const [last, setLast] = useState(check.data)
  if (check.data && check.data !== last) setLast(check.data)
  const missing = neededImportFields.filter(
    (field) => !record.columns.some((column) => column.field === field),
  )
  const loading = !last
  const busy = check.isPending || run.isPending
  const added = last?.added ?? 0
  return (
    <div className={classes.stack} aria-busy={check.isPending}>
      {check.isError && (
        <RefreshFailed
          text={errorWithReason(check.error, 'The rows could not be checked.')}
          onRetry={() => check.mutate({})}
          retrying={check.isPending}
        />
      )}
      <StatGrid>
        <StatCard label="Will be added" value={formatCount(added)} loading={loading} />
        <StatCard label="Duplicates" value={formatCount(last?.duplicates ?? 0)} loading={loading} />
        <StatCard label="Refused" value={formatCount(last?.refused ?? 0)} loading={loading} />
        <StatCard label="Questions" value={formatCount(last?.questions ?? 0)} loading={loading} />
      </StatGrid>
      {run.isError && (
        <FormError>{errorWithReason(run.error, 'The import could not be started.')}</FormError>
      )}
      <div className={classes.actions}>
        <BusyButton busy={busy || added === 0} onClick={() => run.mutate(undefined)}>
          {busy
            ? run.isPending
              ? 'Starting..'
              : 'Checking..'
            : added === 0
              ? 'Nothing to import'
              : `Import ${formatUnits(added, 'lead')}`}
        </BusyButton>
        <DiscardButton record={record} />
        {last && last.questions > 0 && (
          <p className={classes.soft}>
            Rows with an open question are not added. You can download and correct them later.
          </p>
        )}
      </div>
      <Panel title="Columns">
        {missing.length > 0 && (
          <FormError>
            Choose the column of {missing.map((field) => importFields[field]).join(' and ')}. No row
            can be added without it.
          </FormError>
        )}
        <ColumnTable
          columns={record.columns}
          busy={busy}
          onChange={(columns) => check.mutate({ columns })}
        />
      </Panel>
      {last && (last.questions > 0 || record.dateOrder !== null || record.repairPhones) && (
        <Questions record={record} check={last} busy={busy} onAnswer={check.mutate} />
      )}
      {last && <CheckedRows check={last} record={record} />}
    </div>
  )
}

function DiscardButton({ record }: { record: Import }) {
  const [isAsking, setAsking] = useState(false)
  const undo = useUndo()
  const navigate = useNavigate()
  return (
    <>
      <BusyButton variant="subtle" color="ink" busy={false} onClick={() => setAsking(true)}>
        Discard File
      </BusyButton>
      <MutationDialog
        opened={isAsking}
        onClose={() => setAsking(false)}
        title="Discard this file?"
        confirmLabel="Discard File"
        tone="danger"
        mutation={undo}
        input={record}
        doneText="File discarded."
        failedText="The file could not be discarded."
        onDone={() => void navigate('/dashboard/import')}
      >
        <p>Its rows are deleted. Nothing has been added yet.</p>
      </MutationDialog>
    </>
  )
}
