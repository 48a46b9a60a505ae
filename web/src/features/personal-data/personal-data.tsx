import type { PersonalRecord } from '@raahi/contract/personal-data'
import { useRef, useState } from 'react'
import { useDialogTarget } from '../../lib/use-dialog-target.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { EraseDialog } from './erase-dialog.tsx'
import { ErasureNotice } from './erasure-notice.tsx'
import { FindForm } from './find-form.tsx'
import { FoundRecords } from './found-records.tsx'
import type { Traveller } from './personal-data.api.ts'
import { useFindPersonalData } from './personal-data.api.ts'
import type { Erasure } from './record-labels.ts'

/**
 * An admin finds, exports and erases the data of a traveller. The search never appears in the address, because
 * browsers and servers store addresses.
 */
export function PersonalData() {
  const find = useFindPersonalData()
  const [traveller, setTraveller] = useState<Traveller | null>(null)
  const [erasure, setErasure] = useState<Erasure | null>(null)
  const erasing = useDialogTarget<{ traveller: Traveller; records: PersonalRecord[] }>()
  const outcome = useRef<HTMLHeadingElement>(null)

  const search = (query: Traveller) => {
    setErasure(null)
    setTraveller(query)
    find.mutate(query, {
      // Screen readers continue at the start of the result.
      onSuccess: () => requestAnimationFrame(() => outcome.current?.focus()),
    })
  }
  const showErased = (done: Erasure) => {
    setErasure(done)
    find.reset()
  }
  return (
    <>
      <PageHeader
        title="Personal Data"
        subtitle="Find, export or erase a traveller’s data. Every search is recorded in the audit log."
        back={{ to: '/dashboard/enquiries', label: 'Back to Enquiries' }}
      />
      <FindForm busy={find.isPending} error={find.error} onFind={search} />
      {erasure && <ErasureNotice erasure={erasure} />}
      {traveller && !erasure && (find.data || find.isPending) && (
        <FoundRecords
          titleRef={outcome}
          traveller={traveller}
          records={find.isPending ? undefined : find.data?.records}
          onErase={(records) => erasing.open({ traveller, records })}
        />
      )}
      <EraseDialog
        target={erasing.target}
        opened={erasing.opened}
        onClose={erasing.close}
        onErased={showErased}
      />
    </>
  )
}
