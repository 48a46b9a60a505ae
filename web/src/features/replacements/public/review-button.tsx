import { Button, type ButtonProps } from '@mantine/core'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { readFilters } from '../../../lib/list-filters.ts'
import { notifyError } from '../../../ui/toast.ts'
import { type RequestFilters, requestFilters } from '../request-filters.ts'

const loadReview = () => import('../review-requests.tsx')
const ReviewRequests = lazy(loadReview)

/** All pending requests, in their usual order. */
const allPending = readFilters(requestFilters, new URLSearchParams())

interface ReviewButtonProps extends Pick<ButtonProps, 'size' | 'variant' | 'className'> {
  filters?: RequestFilters
  children: ReactNode
}

/** Opens the pending requests one after another. */
export function ReviewButton({ filters = allPending, children, ...button }: ReviewButtonProps) {
  const [dialog, setDialog] = useState({ wanted: false, opened: false })
  const open = async () => {
    try {
      await loadReview()
      setDialog({ wanted: true, opened: true })
    } catch {
      notifyError('The requests could not be opened. Check your connection, or reload the page.')
    }
  }
  return (
    <>
      <Button {...button} onClick={open}>
        {children}
      </Button>
      {dialog.wanted && (
        <Suspense>
          <ReviewRequests
            filters={filters}
            opened={dialog.opened}
            onClose={() => setDialog({ wanted: true, opened: false })}
          />
        </Suspense>
      )}
    </>
  )
}
