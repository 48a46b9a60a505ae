import { Button } from '@mantine/core'
import { formatPhone } from '@raahi/contract/formats'
import type { PersonalRecord } from '@raahi/contract/personal-data'
import { normalisePhone } from '@raahi/contract/phones'
import { dayInIndia } from '@raahi/contract/trip-field-checks'
import { IconDownload, IconLock, IconTrash } from '@tabler/icons-react'
import type { Ref } from 'react'
import { errorWithReason } from '../../lib/api-error.ts'
import { saveFile } from '../../lib/save-file.ts'
import { serverNow } from '../../lib/server-clock.ts'
import { useSingleRun } from '../../lib/use-single-run.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ContactText } from '../../ui/masked-contact.tsx'
import { Panel } from '../../ui/panel.tsx'
import { SkeletonList } from '../../ui/skeleton-list.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { notifyError } from '../../ui/toast.ts'
import { fetchPersonalDataFile, type Traveller } from './personal-data.api.ts'
import classes from './personal-data.module.css'
import { kindLabels } from './record-labels.ts'

interface FoundRecordsProps {
  titleRef: Ref<HTMLHeadingElement>
  traveller: Traveller
  /** Undefined while they load. */
  records: PersonalRecord[] | undefined
  onErase: (records: PersonalRecord[]) => void
}

/** The records of a traveller, and the actions on them. */
export function FoundRecords({ titleRef, traveller, records, onErase }: FoundRecordsProps) {
  const phone = formatPhone(normalisePhone(traveller.phone) ?? traveller.phone)
  const query = [phone, traveller.email].filter(Boolean).join(' or ')
  return (
    <Panel
      title={records ? `Records of ${query} (${records.length})` : `Records of ${query}`}
      titleRef={titleRef}
    >
      {!records && <SkeletonList label="Looking..." layout="rows" count={3} />}
      {records?.length === 0 && (
        <EmptyState text="We have no records with this phone number or email." />
      )}
      {records && records.length > 0 && (
        <>
          <ul className={classes.records} aria-label="Records">
            {records.map((record) => (
              <RecordItem
                key={`${record.kind} ${record.reference} ${record.createdAt}`}
                record={record}
              />
            ))}
          </ul>
          <div className={classes.actions}>
            <ExportButton traveller={traveller} />
            {records.some(({ erasable }) => erasable) && (
              <Button
                color="brick"
                leftSection={<IconTrash size={18} aria-hidden />}
                onClick={() => onErase(records)}
              >
                Erase
              </Button>
            )}
          </div>
        </>
      )}
    </Panel>
  )
}

function RecordItem({ record }: { record: PersonalRecord }) {
  const { kind, reference, createdAt, name, phone, email, status, boughtBy, erasable } = record
  return (
    <li className={classes.record}>
      <div>
        <p className={classes.strong}>
          {kindLabels[kind]} {reference}
        </p>
        <p className={classes.quiet}>
          <DateTime value={createdAt} />
        </p>
      </div>
      <div>
        <p>
          <bdi>{name}</bdi>
        </p>
        <p className={classes.quiet}>
          {[phone, email].filter(Boolean).map((contact) => (
            <bdi key={contact} className={classes.contact}>
              <ContactText value={contact ?? ''} />
            </bdi>
          ))}
        </p>
      </div>
      <div className={classes.state}>
        <StatusBadge tone="neutral">{status.charAt(0).toUpperCase() + status.slice(1)}</StatusBadge>
        {!erasable && (
          <p className={classes.stays}>
            <IconLock size={16} stroke={2} aria-hidden />
            <span>Stays with {boughtBy ? <bdi>{boughtBy}</bdi> : 'its buyer'}</span>
          </p>
        )}
      </div>
    </li>
  )
}

/** Exports the records as a JSON file. */
function ExportButton({ traveller }: { traveller: Traveller }) {
  const { busy, run } = useSingleRun()
  const download = () =>
    run(async () => {
      try {
        const file = await fetchPersonalDataFile(traveller)
        saveFile(file, `personal-data-${dayInIndia(serverNow())}.json`)
      } catch (error) {
        notifyError(errorWithReason(error, 'The file could not be created.'))
      }
    })
  return (
    <BusyButton
      variant="default"
      leftSection={<IconDownload size={18} aria-hidden />}
      onClick={download}
      busy={busy}
    >
      {busy ? 'Exporting..' : 'Export as JSON'}
    </BusyButton>
  )
}
