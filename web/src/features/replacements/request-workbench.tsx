import {
  parseReplacementReason,
  type ReplacementRequest,
  replacementReasonLabel,
} from '@raahi/contract/replacements'
import { useState } from 'react'
import { formatAge } from '../../lib/ages.ts'
import { serverNow } from '../../lib/server-clock.ts'
import type { ListFilters } from '../../lib/use-list-filters.ts'
import { SplitList, type SplitRow } from '../../ui/split-list.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import type { RejectDrafts } from './reject-form.tsx'
import { RequestDetail } from './request-detail.tsx'
import type { requestFilters } from './request-filters.ts'
import { requestStatusLabels } from './request-labels.ts'

const none: ReadonlySet<string> = new Set()

interface RequestWorkbenchProps {
  requests: readonly ReplacementRequest[]
  list: ListFilters<typeof requestFilters>
  drafts: RejectDrafts
  /** Called before the list is refetched. */
  onDone: () => void
}

/** The requests of a page in rows, with the detail of one. After a decision the next one is shown at once. */
export function RequestWorkbench({ requests, list, drafts, onDone }: RequestWorkbenchProps) {
  const [passed, setPassed] = useState(none)
  // A decided request stays in the list until the list is refetched.
  const isWaiting = ({ _id, status }: ReplacementRequest) =>
    status === 'pending' && !passed.has(_id)
  return (
    <SplitList
      label="Replacement requests"
      items={requests.filter((request) => request.status !== 'pending' || isWaiting(request))}
      idOf={({ _id }) => _id}
      list={list}
      row={requestRow}
      listWidth="19rem"
      // A press that is meant for this request must not approve another one.
      keeps={isWaiting}
      detail={(request, isBeside, isGone) => (
        <RequestDetail
          key={request._id}
          request={request}
          isBeside={isBeside}
          isGone={isGone}
          drafts={drafts}
          onPass={({ _id }) => setPassed((others) => new Set(others).add(_id))}
          onDone={onDone}
        />
      )}
    />
  )
}

function requestRow({
  lead,
  reason,
  user,
  createdAt,
  attempt,
  status,
}: ReplacementRequest): SplitRow {
  return {
    title: lead.name,
    note: lead.leadId,
    age: formatAge(createdAt, serverNow()),
    text: (
      <>
        {replacementReasonLabel(parseReplacementReason(reason).code)} · <bdi>{user.name}</bdi>
      </>
    ),
    sign:
      status !== 'pending'
        ? requestStatusLabels[status]
        : attempt > 1 && <StatusBadge tone="notice">Appeal</StatusBadge>,
  }
}
