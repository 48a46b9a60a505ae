import { Anchor, Button } from '@mantine/core'
import type { Answer } from '@raahi/contract/endpoint'
import type { Import, undoImport } from '@raahi/contract/imports'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { formatUnits } from '../../lib/ages.ts'
import { errorWithReason } from '../../lib/api-error.ts'
import { formatCount } from '../../lib/counts.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { MutationDialog } from '../../ui/mutation-dialog.tsx'
import { Panel } from '../../ui/panel.tsx'
import { StatCard, StatGrid } from '../../ui/stat-card.tsx'
import { notifyError } from '../../ui/toast.ts'
import { useRun, useUndo } from './imports.api.ts'
import classes from './imports.module.css'
import { RefusedRowsButton } from './refused-rows-button.tsx'

/** The progress of an import, then its result with the refused rows and the undo. */
export function ResultStep({ record }: { record: Import }) {
  const { state } = record
  if (state === 'running') return <Progress record={record} />
  return (
    <div className={classes.stack}>
      <StatGrid>
        <StatCard
          label={state === 'undone' ? 'Leads kept' : 'Leads added'}
          value={formatCount(record.added)}
        />
        {state === 'undone' && (
          <StatCard label="Leads removed" value={formatCount(record.removed)} />
        )}
        <StatCard label="Duplicates" value={formatCount(record.duplicates)} />
        <StatCard label="Refused" value={formatCount(record.refused)} />
      </StatGrid>
      <Panel title="Result">
        <div className={classes.panel}>
          <ResultText record={record} />
          {state === 'done' && (
            <div className={classes.actions}>
              {record.added > 0 && (
                <Button component={Link} to="/dashboard/add-leads">
                  See Leads
                </Button>
              )}
              {record.refused > 0 && record.hasRows && <RefusedRowsButton record={record} />}
              {record.added > 0 && <UndoButton record={record} />}
            </div>
          )}
        </div>
      </Panel>
      <Panel title="Consent">
        <p className={classes.text}>
          <bdi>{record.consentText}</bdi>
        </p>
      </Panel>
    </div>
  )
}

/** Without a new row for this time, the job may have given up. */
const quietMs = 60_000

function Progress({ record: { _id, done, total } }: { record: Import }) {
  const run = useRun(_id)
  const [isQuiet, setQuiet] = useState(false)
  useEffect(() => {
    setQuiet(false)
    const timer = setTimeout(() => setQuiet(true), quietMs)
    return () => clearTimeout(timer)
  }, [done, run.isSuccess])
  return (
    <Panel title="Adding leads">
      <div className={classes.panel}>
        <progress className={classes.progress} max={total} value={done} aria-label="Progress" />
        <p className={classes.soft}>
          {formatCount(done)} of {formatUnits(total, 'row')}. You can leave this page: the import
          continues.
        </p>
        {isQuiet && (
          <div className={classes.actions}>
            <BusyButton
              variant="default"
              busy={run.isPending}
              onClick={() =>
                run.mutate(undefined, {
                  onError: (error) =>
                    notifyError(errorWithReason(error, 'The import could not be continued.')),
                })
              }
            >
              Continue Import
            </BusyButton>
            <p className={classes.soft}>No row was added in the last minute.</p>
          </div>
        )}
      </div>
    </Panel>
  )
}

function ResultText({ record }: { record: Import }) {
  const { state, added, removed, refused, kept, hasRows } = record
  if (state === 'undone') {
    return (
      <p className={classes.text}>
        {removed + added === 0
          ? 'This file was discarded before it was imported.'
          : `The import was undone. ${formatUnits(removed, 'lead')} and the data of their travellers were removed.`}
        {kept.length > 0 && ` ${keptText(kept)}`}
      </p>
    )
  }
  return (
    <p className={classes.text}>
      {added > 0
        ? `${formatUnits(added, 'lead')} ${added === 1 ? 'is' : 'are'} on sale.`
        : 'No lead was added.'}
      {refused > 0 &&
        (hasRows
          ? ' Correct the refused rows in the downloaded file, and import it. They are kept for 30 days.'
          : ' The refused rows were deleted after 30 days.')}{' '}
      <Anchor component={Link} to="/dashboard/import" inherit>
        Import another file
      </Anchor>
    </p>
  )
}

const keptText = (kept: readonly string[]) =>
  `Sold, and therefore kept: ${kept.slice(0, maxNamedLeads).join(', ')}${
    kept.length > maxNamedLeads ? ` and ${formatCount(kept.length - maxNamedLeads)} more` : ''
  }.`
const maxNamedLeads = 50

function UndoButton({ record }: { record: Import }) {
  const [isAsking, setAsking] = useState(false)
  const undo = useUndo()
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconArrowBackUp size={18} aria-hidden />}
        onClick={() => setAsking(true)}
      >
        Undo Import
      </Button>
      <MutationDialog
        opened={isAsking}
        onClose={() => setAsking(false)}
        title="Undo this import?"
        confirmLabel="Undo Import"
        tone="danger"
        mutation={undo}
        input={record}
        doneText={({ removed }: Answer<typeof undoImport>) =>
          `${formatUnits(removed, 'lead')} removed.`
        }
        failedText="The import could not be undone."
      >
        <p>
          All leads of this file that are not sold are removed, with the data of their travellers.
          Sold leads stay with their buyers. This cannot be reversed.
        </p>
      </MutationDialog>
    </>
  )
}
