import { type RequestStatus, requestStatuses } from '@raahi/contract/leads'
import type { ReplacementRequest } from '@raahi/contract/replacements'
import { useCallback, useRef, useState } from 'react'
import { useDialogTarget } from '../../lib/use-dialog-target.ts'
import { useFocusFallback } from '../../lib/use-focus-fallback.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { StatusTabs } from '../../ui/status-tabs.tsx'
import { ApproveRequestDialog } from './approve-request-dialog.tsx'
import { useUserRequestPage } from './replacements.api.ts'
import { requestStatusLabels } from './request-labels.ts'
import { RequestList } from './request-list.tsx'

const tabs = requestStatuses.map((status) => [status, requestStatusLabels[status]] as const)

interface UserReplacementRequestsProps {
  userId: string
  /** Called after a decision, successful or not, because a refund changes the user's wallet or plan. */
  onSettled?: () => void
}

/** The replacement requests of one user, for an admin, in three tabs. They can be decided only in the first tab. */
export function UserReplacementRequests({ userId, onSettled }: UserReplacementRequestsProps) {
  const [status, setStatus] = useState<RequestStatus>('pending')
  const [page, setPage] = useState(1)
  const query = useUserRequestPage(userId, status, page)
  const approving = useDialogTarget<ReplacementRequest>()
  const list = useRef<HTMLDivElement>(null)
  const keepFocus = useFocusFallback(list, query.data)
  const goToPage = useCallback((to: number) => setPage(to), [])
  return (
    <>
      <StatusTabs
        label="Requests by status"
        tabs={tabs}
        value={status}
        onChange={(chosen) => {
          setStatus(chosen)
          setPage(1)
        }}
      >
        <div ref={list} tabIndex={-1} style={{ outline: 'none' }}>
          <RequestList
            query={query}
            page={page}
            showAgent={false}
            empty={
              <EmptyState text={`No ${requestStatusLabels[status].toLowerCase()} requests.`} />
            }
            onPageChange={goToPage}
            onApprove={approving.open}
            onDone={keepFocus}
            onSettled={onSettled}
          />
        </div>
      </StatusTabs>
      <ApproveRequestDialog
        request={approving.target}
        opened={approving.opened}
        onClose={approving.close}
        onDone={keepFocus}
        onSettled={onSettled}
      />
    </>
  )
}
