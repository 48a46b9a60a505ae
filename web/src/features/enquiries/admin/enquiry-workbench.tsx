import { Button, Checkbox } from '@mantine/core'
import type { Enquiry } from '@raahi/contract/enquiries'
import { lazy, Suspense, useState } from 'react'
import { useMay } from '../../../lib/session.ts'
import { useDialogTarget } from '../../../lib/use-dialog-target.ts'
import type { ListFilters } from '../../../lib/use-list-filters.ts'
import { useSelection } from '../../../lib/use-selection.ts'
import { SelectionBar } from '../../../ui/selection-bar.tsx'
import { SplitList } from '../../../ui/split-list.tsx'
import { notifyError } from '../../../ui/toast.ts'
import { EnquiryDetail } from './enquiry-detail.tsx'
import type { enquiryFilters } from './enquiry-filters.ts'
import classes from './enquiry-row.module.css'
import { enquiryRow } from './enquiry-row.tsx'

const loadSelected = () => import('./convert-selected-dialog.tsx')
const ConvertSelectedDialog = lazy(loadSelected)

interface EnquiryWorkbenchProps {
  enquiries: readonly Enquiry[]
  list: ListFilters<typeof enquiryFilters>
  onConvert: (enquiry: Enquiry) => void
  /** Opens the question for one or several enquiries. */
  onReject: (enquiries: readonly Enquiry[]) => void
  /** Called before the list is refetched. */
  onDone: () => void
}

/** The enquiries of a page in rows. On wide screens the detail of one is beside them, on narrow screens below its row. */
export function EnquiryWorkbench({
  enquiries,
  list,
  onConvert,
  onReject,
  onDone,
}: EnquiryWorkbenchProps) {
  const mayDecide = useMay('leads')
  const selection = useSelection(enquiries.filter(({ status }) => status === 'new'))
  return (
    <>
      {mayDecide && <SelectionActions selection={selection} onReject={onReject} onDone={onDone} />}
      <SplitList
        label="Enquiries"
        items={enquiries}
        idOf={({ reference }) => reference}
        list={list}
        row={enquiryRow}
        beforeRow={({ _id, reference, status }) =>
          mayDecide &&
          status === 'new' && (
            <Checkbox
              className={classes.select}
              size="md"
              aria-label={`Select ${reference}`}
              checked={selection.has(_id)}
              onChange={() => selection.toggle(_id)}
            />
          )
        }
        detail={(enquiry, isBeside) => (
          <EnquiryDetail
            key={enquiry._id}
            enquiry={enquiry}
            isBeside={isBeside}
            onConvert={onConvert}
            onReject={(rejected) => onReject([rejected])}
          />
        )}
      />
    </>
  )
}

interface SelectionActionsProps extends Pick<EnquiryWorkbenchProps, 'onReject' | 'onDone'> {
  selection: ReturnType<typeof useSelection<Enquiry>>
}

function SelectionActions({ selection, onReject, onDone }: SelectionActionsProps) {
  const converting = useDialogTarget<readonly Enquiry[]>()
  const [isLoaded, setLoaded] = useState(false)
  const convert = async () => {
    try {
      await loadSelected()
      setLoaded(true)
      converting.open(selection.selected)
    } catch {
      notifyError('The form could not be opened. Check your connection, or reload the page.')
    }
  }
  return (
    <>
      <SelectionBar selection={selection} what="enquiries">
        <Button variant="default" size="sm" onClick={() => onReject(selection.selected)}>
          Reject selected
        </Button>
        <Button variant="default" size="sm" onClick={convert}>
          Convert selected
        </Button>
      </SelectionBar>
      {isLoaded && (
        <Suspense>
          <ConvertSelectedDialog
            enquiries={converting.target ?? []}
            opened={converting.opened}
            onClose={converting.close}
            onDone={onDone}
          />
        </Suspense>
      )}
    </>
  )
}
