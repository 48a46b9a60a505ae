import { Button } from '@mantine/core'
import { type ReplacementRequest, requestStates } from '@raahi/contract/replacements'
import { IconCheck, IconX } from '@tabler/icons-react'
import { memo, useState } from 'react'
import { useSession } from '../../lib/session.ts'
import classes from '../../ui/queue-item.module.css'
import { QueueItem } from '../../ui/queue-item.tsx'
import { RejectForm } from './reject-form.tsx'
import { RequestBadges, RequestDetails } from './request-details.tsx'
import { DecideBy, needsOtherAdmin, OtherAdminText, RequestOutcome } from './request-outcome.tsx'

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
          <DecideBy request={request} />
          {needsOtherAdmin(request, ownId) ? (
            <OtherAdminText />
          ) : (
            <>
              <Button
                variant="default"
                leftSection={<IconX size={18} aria-hidden />}
                onClick={() => setRejecting(true)}
                aria-label={`Reject the request for ${lead.leadId}`}
              >
                Reject
              </Button>
              <Button
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
        <RequestOutcome request={request} />
      )}
    </QueueItem>
  )
})
