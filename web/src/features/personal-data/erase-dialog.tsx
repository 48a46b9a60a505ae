import { TextInput } from '@mantine/core'
import type { PersonalRecord } from '@raahi/contract/personal-data'
import { errorWithReason } from '../../lib/api-error.ts'
import { useCheckedForm } from '../../lib/use-checked-form.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { notifySuccess } from '../../ui/toast.ts'
import { type Traveller, useErasePersonalData } from './personal-data.api.ts'
import classes from './personal-data.module.css'
import { countKinds, type Erasure, formatRecordCounts } from './record-labels.ts'

/** Typed by the admin, so that nothing is erased by accident. */
const confirmation = 'ERASE'

interface EraseDialogProps {
  /** The traveller and the records found; null before the first use. */
  target: { traveller: Traveller; records: PersonalRecord[] } | null
  opened: boolean
  onClose: () => void
  onErased: (erasure: Erasure) => void
}

/** Asks before a traveller is erased, and lists what is erased and what is kept. */
export function EraseDialog({ target, opened, onClose, onErased }: EraseDialogProps) {
  const erase = useErasePersonalData()
  const form = useCheckedForm({
    initialValues: { typed: '' },
    validate: ({ typed }) =>
      typed.trim().toUpperCase() === confirmation ? {} : { typed: `Type ${confirmation} exactly.` },
  })
  const close = () => {
    form.reset()
    erase.reset()
    onClose()
  }
  const confirm = form.onSubmit(() => {
    if (!target) return
    erase.mutate(target.traveller, {
      onSuccess: (erasure) => {
        notifySuccess('The traveller’s data has been erased.')
        close()
        onErased(erasure)
      },
    })
  })
  return (
    <ConfirmDialog
      opened={opened}
      onClose={close}
      onConfirm={confirm}
      title="Erase this traveller"
      confirmLabel="Erase"
      busyLabel="Erasing.."
      tone="danger"
      busy={erase.isPending}
      error={
        erase.isError &&
        errorWithReason(erase.error, 'We could not confirm that the data was erased.')
      }
    >
      {target && <ErasureSummary records={target.records} />}
      <TextInput
        label={`Type ${confirmation} to confirm`}
        autoComplete="off"
        autoCapitalize="characters"
        className={classes.confirmation}
        {...form.getInputProps('typed')}
        onKeyDown={(event) => {
          if (event.key === 'Enter') confirm()
        }}
      />
    </ConfirmDialog>
  )
}

function ErasureSummary({ records }: { records: PersonalRecord[] }) {
  const erasedText = formatRecordCounts(countKinds(records.filter(({ erasable }) => erasable)))
  const keptRecords = records.filter(({ erasable }) => !erasable)
  return (
    <>
      <p>
        <strong>Will be erased:</strong> {erasedText}. Name, contact details, city and travel date
        are removed from enquiries and leads, leads on sale are taken off sale, and messages are
        deleted, and so are rows of imported files. The traveller’s private links stop working.
      </p>
      <p>
        <strong>Will be kept:</strong>{' '}
        {keptRecords.length > 0 ? (
          <>
            {keptRecords.map(({ reference }) => reference).join(', ')}, because an agent has bought{' '}
            {keptRecords.length === 1 ? 'it' : 'them'}. We will email each buyer to erase its own
            copy.
          </>
        ) : (
          'when an enquiry came, for which place, and the consent given, without the name.'
        )}
      </p>
      <p>This cannot be undone. If the traveller wants a copy, export it first.</p>
    </>
  )
}
