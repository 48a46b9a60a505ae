import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { Enquiry } from '@raahi/contract/enquiries'
import { lazy, Suspense, useRef, useState } from 'react'
import { useDialogTarget } from '../../../lib/use-dialog-target.ts'
import type { ListFilters } from '../../../lib/use-list-filters.ts'
import { useSelection } from '../../../lib/use-selection.ts'
import { SelectionBar } from '../../../ui/selection-bar.tsx'
import { notifyError } from '../../../ui/toast.ts'
import { EnquiryDetail } from './enquiry-detail.tsx'
import type { enquiryFilters } from './enquiry-filters.ts'
import classes from './enquiry-row.module.css'
import { EnquiryRow } from './enquiry-row.tsx'

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
  const isWide = useMediaQuery('(min-width: 75em)', undefined, { getInitialValueInEffect: false })
  const selection = useSelection(enquiries.filter(({ status }) => status === 'new'))
  const shown = useOpenEnquiry(enquiries, list.filters.open, isWide ?? false)
  const open = (reference: string) => {
    const isClosing = !isWide && reference === list.filters.open
    list.change(
      { open: isClosing ? undefined : reference, page: list.filters.page },
      { replace: true },
    )
  }
  const detail = shown && (
    <EnquiryDetail
      key={shown._id}
      enquiry={shown}
      isBeside={isWide ?? false}
      onConvert={onConvert}
      onReject={(enquiry) => onReject([enquiry])}
    />
  )
  return (
    <>
      <SelectionActions selection={selection} onReject={onReject} onDone={onDone} />
      <div className={isWide ? classes.split : undefined}>
        <ul className={classes.list} aria-label="Enquiries">
          {enquiries.map((enquiry) => (
            <EnquiryRow
              key={enquiry._id}
              enquiry={enquiry}
              isOpen={enquiry === shown}
              opensOnFocus={isWide ?? false}
              isSelected={selection.has(enquiry._id)}
              onOpen={open}
              onSelect={selection.toggle}
            >
              {!isWide && enquiry === shown && detail}
            </EnquiryRow>
          ))}
        </ul>
        {isWide && detail}
      </div>
    </>
  )
}

/**
 * The enquiry whose detail is shown. Beside a list there always is one: when the shown enquiry leaves the page because it
 * was decided, the one that took its place.
 */
function useOpenEnquiry(
  enquiries: readonly Enquiry[],
  reference: string | undefined,
  isWide: boolean,
): Enquiry | undefined {
  const position = useRef(0)
  const at = enquiries.findIndex((enquiry) => enquiry.reference === reference)
  if (at >= 0) {
    position.current = at
    return enquiries[at]
  }
  return isWide ? enquiries[Math.min(position.current, enquiries.length - 1)] : undefined
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
