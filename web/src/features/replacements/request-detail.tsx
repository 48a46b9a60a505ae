import { Button } from '@mantine/core'
import { useTimeout } from '@mantine/hooks'
import { type ReplacementRequest, requestStates } from '@raahi/contract/replacements'
import { IconCheck, IconX } from '@tabler/icons-react'
import { type MouseEvent, useState } from 'react'
import { useSession } from '../../lib/session.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import item from '../../ui/queue-item.module.css'
import { SplitDetail } from '../../ui/split-list.tsx'
import { notifyError } from '../../ui/toast.ts'
import { ApprovalText } from './approval-text.tsx'
import { type RejectDrafts, RejectForm } from './reject-form.tsx'
import { RequestBadges, RequestDetails } from './request-details.tsx'
import { DecideBy, needsOtherAdmin, OtherAdminText, RequestOutcome } from './request-outcome.tsx'
import { useDecision } from './use-decision.ts'

/** How long an approval does nothing after a request appears. A second press that was meant for the last one is within it. */
const unreadMs = 700

interface RequestDetailProps {
  request: ReplacementRequest
  isBeside: boolean
  /** Whether it left the list without a decision of this admin: another one has decided it. */
  isGone: boolean
  drafts: RejectDrafts
  /** Shows the next request, after a decision. */
  onPass: (request: ReplacementRequest) => void
  /** Called before the list is refetched. */
  onDone: () => void
}

/**
 * One request with its evidence and the decision. An approval needs one press, because what it returns is on the screen
 * beside the button. A rejection is written below the evidence.
 */
export function RequestDetail({
  request,
  isBeside,
  isGone,
  drafts,
  onPass,
  onDone,
}: RequestDetailProps) {
  const { _id, lead, status } = request
  const [isRejecting, setRejecting] = useState(drafts.has(_id))
  const isForm = isRejecting && !isGone && 'reject' in requestStates[status]
  const cancel = () => {
    setRejecting(false)
    document.querySelector<HTMLElement>(`[data-row="${_id}"]`)?.focus()
  }
  return (
    <SplitDetail
      title={lead.name}
      note={lead.leadId}
      isBeside={isBeside}
      badges={<RequestBadges request={request} />}
      // On a phone the text and the buttons would cover the evidence.
      hasLongActions={!isBeside}
      actions={
        isGone ? (
          <>
            <p className={item.deadline}>This request has been decided in the meantime.</p>
            <Button onClick={() => onPass(request)}>Next request</Button>
          </>
        ) : (
          'approve' in requestStates[status] &&
          !isForm && (
            <Decision
              request={request}
              onReject={() => setRejecting(true)}
              onPass={onPass}
              onDone={onDone}
            />
          )
        )
      }
    >
      <RequestDetails request={request} />
      {status !== 'pending' && <RequestOutcome request={request} />}
      {isForm && (
        <RejectForm
          request={request}
          drafts={drafts}
          onCancel={cancel}
          onDone={onDone}
          onDecided={() => onPass(request)}
        />
      )}
    </SplitDetail>
  )
}

function Decision({
  request,
  onReject,
  onPass,
  onDone,
}: Pick<RequestDetailProps, 'request' | 'onPass' | 'onDone'> & { onReject: () => void }) {
  const decision = useDecision()
  const [isUnread, setUnread] = useState(true)
  useTimeout(() => setUnread(false), unreadMs, { autoInvoke: true })
  const ownId = useSession((state) => state.user?._id)
  if (needsOtherAdmin(request, ownId)) return <OtherAdminText />
  const approve = (event: MouseEvent) => {
    // The second press of a double click would approve the next request, which has not been read.
    if (event.detail > 1) return
    onDone()
    decision.send(request, 'approved', {}, () => onPass(request), notifyError)
  }
  const { leadId } = request.lead
  return (
    <>
      <div className={item.deadline}>
        <ApprovalText request={request} />
        <DecideBy request={request} />
      </div>
      <BusyButton
        data-reject
        variant="default"
        leftSection={<IconX size={18} aria-hidden />}
        busy={decision.isPending}
        onClick={onReject}
        aria-label={`Reject the request for ${leadId}`}
      >
        Reject
      </BusyButton>
      <BusyButton
        data-approve
        leftSection={<IconCheck size={18} aria-hidden />}
        busy={isUnread || decision.isPending}
        onClick={approve}
        aria-label={`Approve the request for ${leadId}`}
      >
        {decision.isPending ? 'Processing..' : 'Approve'}
      </BusyButton>
    </>
  )
}
