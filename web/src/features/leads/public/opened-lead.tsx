import { getLead, type Lead } from '@raahi/contract/leads'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { call } from '../../../lib/api.ts'
import { ApiError, errorWithReason } from '../../../lib/api-error.ts'
import { leadsKey } from '../../../lib/query-keys.ts'
import { useMinute } from '../../../lib/use-minute.ts'
import { ErrorState } from '../../../ui/error-state.tsx'
import { SkeletonList } from '../../../ui/skeleton-list.tsx'
import { ViewModal } from '../../../ui/view-modal.tsx'
import { isOwnPurchase } from '../../lead-facts/public/format-lead.ts'
import { shownLeadStatus } from '../../lead-facts/public/lead-labels.ts'
import { yearInIndia } from '../../lead-facts/public/lead-row-texts.ts'
import { LeadCard } from '../market/lead-card.tsx'
import classes from './opened-lead.module.css'

interface OpenedLeadProps {
  id: string
  onClose: () => void
  isPaidByPlan: (lead: Lead) => boolean
  drawOwnActions: (lead: Lead) => ReactNode
  onBuy: (lead: Lead) => void
  onBuyNear: () => void
}

/** The lead that an alert links to, above the list of the marketplace. */
export default function OpenedLead({ id, onClose, isPaidByPlan, onBuy, ...row }: OpenedLeadProps) {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [...leadsKey, 'one', id],
    queryFn: ({ signal }) => call(getLead, { params: { id } }, { signal }),
    // A retry cannot help for a deleted lead or a broken link.
    retry: (count, reason) => count < 2 && !(reason instanceof ApiError && reason.status < 500),
    staleTime: 10_000,
  })
  const nowMs = useMinute()
  const isGone = error instanceof ApiError && error.status < 500
  return (
    <ViewModal
      opened
      onClose={onClose}
      title={data ? `Lead ${data.leadId}` : 'Lead'}
      closeLabel="Close"
      size="60rem"
    >
      {data && noteOf(data) && <p className={classes.note}>{noteOf(data)}</p>}
      {data && (
        <ul className={classes.lead} aria-label="Lead">
          <LeadCard
            lead={data}
            nowMs={nowMs}
            currentYear={yearInIndia(nowMs)}
            paidByPlan={isPaidByPlan(data)}
            onBuy={(lead) => {
              onClose()
              onBuy(lead)
            }}
            {...row}
          />
        </ul>
      )}
      {isGone && <p>This lead is not on sale any more.</p>}
      {!data && error && !isGone && (
        <ErrorState
          text={errorWithReason(error, 'The lead could not be loaded.')}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      )}
      {!data && !error && <SkeletonList label="Loading the lead..." layout="rows" count={1} />}
    </ViewModal>
  )
}

function noteOf(lead: Lead): string | undefined {
  if (isOwnPurchase(lead)) return 'You have bought this lead.'
  const status = shownLeadStatus(lead)
  if (status === 'sold') return 'Another agent was faster: this lead is sold.'
  return status === 'expired' ? 'The travel date of this lead is over.' : undefined
}
