import { Button } from '@mantine/core'
import type { DecidedHow } from '@raahi/contract/leads'
import { type ReplacementRequest, requestStates } from '@raahi/contract/replacements'
import { IconCheck, IconX } from '@tabler/icons-react'
import { memo, useState } from 'react'
import { useSession } from '../../lib/session.ts'
import { DateTime } from '../../ui/date-time.tsx'
import classes from '../../ui/queue-item.module.css'
import { QueueItem } from '../../ui/queue-item.tsx'
import { RejectForm } from './reject-form.tsx'
import { Rejection, RequestBadges, RequestDetails } from './request-details.tsx'
import { requestStatusLabels, returnText } from './request-labels.ts'

interface RequestItemProps {
  request: ReplacementRequest
  /** False in a list of one user's requests, where the agent is known. */
  showAgent?: boolean
  onApprove: (request: ReplacementRequest) => void
  /** Called before the list is refetched. */
  onDone: () => void
  /** Called after a rejection was sent, successful or not. */
  onSettled?: (() => void) | undefined
}

/** One request with all that a decision needs, and the decision. A rejection is written below the evidence. */
export const RequestItem = memo(function RequestItem({
  request,
  showAgent = true,
  onApprove,
  onDone,
  onSettled,
}: RequestItemProps) {
  const { lead, status } = request
  const [isRejecting, setRejecting] = useState(false)
  const cancel = () => {
    setRejecting(false)
    document.querySelector<HTMLElement>(`[data-request="${request._id}"]`)?.focus()
  }
  const ownId = useSession((state) => state.user?._id)
  return (
    <QueueItem
      row={{ 'data-request': request._id }}
      title={lead.name}
      detail={lead.leadId}
      badges={<RequestBadges request={request} />}
    >
      <RequestDetails request={request} showAgent={showAgent} />
      {isRejecting && 'reject' in requestStates[status] ? (
        <RejectForm request={request} onCancel={cancel} onDone={onDone} onSettled={onSettled} />
      ) : 'approve' in requestStates[status] ? (
        <div className={classes.actions}>
          {request.decideBy && (
            <p className={classes.deadline}>
              Decide by <DateTime value={request.decideBy} />
              {request.approvesLate && '. Later it is approved automatically.'}
            </p>
          )}
          {needsOtherAdmin(request, ownId) ? (
            <p className={classes.quiet}>
              You rejected the first request, so another admin must decide this appeal.
            </p>
          ) : (
            <>
              <Button
                data-reject
                variant="default"
                leftSection={<IconX size={18} aria-hidden />}
                onClick={() => setRejecting(true)}
                aria-label={`Reject the request for ${lead.leadId}`}
              >
                Reject
              </Button>
              <Button
                data-approve
                leftSection={<IconCheck size={18} aria-hidden />}
                onClick={() => onApprove(request)}
                aria-label={`Approve the request for ${lead.leadId}`}
              >
                Approve
              </Button>
            </>
          )}
        </div>
      ) : (
        <div className={classes.outcome}>
          {requestStatusLabels[status]} <DateTime value={request.decidedAt} />
          {status === 'approved' ? `: ${returnText(request)}` : ': nothing was returned'}
          {request.decidedHow && decidedHowTexts[request.decidedHow]}
          {request.decidedAsOnlyAdmin &&
            '. Decided by the admin who rejected the first request; there was no other admin.'}
          {status === 'rejected' && <Rejection {...request} />}
        </div>
      )}
    </QueueItem>
  )
})

/** How the request was decided. The text follows the outcome. */
const decidedHowTexts: Record<DecidedHow, string> = {
  person: '',
  deadline: '. It was not decided in time.',
  check: '. A check proves it.',
  traveller: '. The traveller confirmed it.',
}

/** Whether another admin must decide the appeal: this admin rejected the first request, and there is another admin. */
function needsOtherAdmin(
  { appealsAgainst }: Pick<ReplacementRequest, 'appealsAgainst'>,
  adminId: string | undefined,
): boolean {
  return appealsAgainst?.needsOtherAdmin === true && appealsAgainst.rejectedBy?._id === adminId
}
