import { Button } from '@mantine/core'
import { formatPhone } from '@raahi/contract/formats'
import { gstStates, isGstin } from '@raahi/contract/gst'
import type { KycCheck } from '@raahi/contract/kyc'
import { kycDecisionDone, kycReasons, kycStates } from '@raahi/contract/kyc-states'
import { IconCheck, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { errorWithReason } from '../../lib/api-error.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { DefinitionList } from '../../ui/definition-list.tsx'
import item from '../../ui/queue-item.module.css'
import { QueueItemAge, QueueItemPart } from '../../ui/queue-item.tsx'
import { SplitDetail } from '../../ui/split-list.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { notifyError, notifySuccess } from '../../ui/toast.ts'
import type { KycDecision } from './decide-kyc-dialog.tsx'
import { useDecideKyc } from './kyc.api.ts'
import classes from './kyc-detail.module.css'
import { KycDocument } from './public/kyc-document.tsx'
import { kycLooks } from './public/kyc-labels.ts'

interface KycDetailProps {
  kyc: KycCheck
  isBeside: boolean
  /** Opens the question before a decision. */
  onDecide: (kyc: KycCheck, action: KycDecision['action']) => void
  /** Called before the list is refetched. */
  onDone: () => void
}

/**
 * A document beside the fields of its agent, which stay in view while the document scrolls, as the decision does. The audit
 * log records each opening of a document.
 */
export function KycDetail({ kyc, isBeside, onDecide, onDone }: KycDetailProps) {
  const { user, status } = kyc
  const { tone, text } = kycLooks[status]
  const [isOpened, setOpened] = useState(false)
  return (
    <SplitDetail
      title={user.companyName}
      note={<bdi>{user.name}</bdi>}
      isBeside={isBeside}
      badges={
        <>
          <StatusBadge tone={tone}>{text}</StatusBadge>
          <QueueItemAge since={kyc.decidedAt ?? kyc.submittedAt} waiting={status === 'submitted'} />
        </>
      }
      actions={
        'reject' in kycStates[status] && (
          <Decision kyc={kyc} isOpened={isOpened} onDecide={onDecide} onDone={onDone} />
        )
      }
    >
      <div className={`${item.parts} ${classes.sides}`}>
        <QueueItemPart title="Document">
          {kyc.document ? (
            <KycDocument
              user={{ _id: user._id, kyc: kyc.document }}
              onOpened={() => setOpened(true)}
            />
          ) : (
            <p>The document was deleted, because the account was not used.</p>
          )}
        </QueueItemPart>
        <div className={classes.facts}>
          <QueueItemPart title="Profile">
            <ProfileFields user={user} />
          </QueueItemPart>
          {kyc.decidedAt && <Outcome kyc={kyc} text={text} />}
        </div>
      </div>
    </SplitDetail>
  )
}

function Outcome({ kyc: { decidedBy, decidedAt, reason }, text }: { kyc: KycCheck; text: string }) {
  return (
    <div className={item.outcome}>
      {text} by <bdi>{decidedBy}</bdi>, <DateTime value={decidedAt} />
      {reason && (
        <p>
          {reason.code === 'other' ? (
            reason.text
          ) : (
            <>
              <span className={item.strong}>{kycReasons[reason.code]}</span>
              {reason.text && ` · ${reason.text}`}
            </>
          )}
        </p>
      )}
    </div>
  )
}

/**
 * The decisions that the state allows. With the document on the screen an approval needs one press, because nothing is left
 * to ask; a refusal opens the question, which shows what has changed.
 */
function Decision({
  kyc,
  isOpened,
  onDecide,
  onDone,
}: Omit<KycDetailProps, 'isBeside'> & { isOpened: boolean }) {
  const approval = useDecideKyc()
  const { user, status, version } = kyc
  const canApprove = 'approve' in kycStates[status]
  const approve = () => {
    if (!isOpened) return onDecide(kyc, 'approve')
    onDone()
    approval.mutate(
      { userId: user._id, version, action: 'approve' },
      {
        onSuccess: () => notifySuccess(kycDecisionDone(status, 'approve')),
        onError: (error) => {
          notifyError(errorWithReason(error, 'The decision could not be saved.'))
          onDecide(kyc, 'approve')
        },
      },
    )
  }
  return (
    <>
      {canApprove && isOpened && (
        <p className={item.deadline}>
          Approving makes it a Verified agency. We will email the agent.
        </p>
      )}
      <Button
        data-reject
        variant="default"
        leftSection={<IconX size={18} aria-hidden />}
        disabled={approval.isPending}
        onClick={() => onDecide(kyc, 'reject')}
        aria-label={`${canApprove ? 'Reject' : 'Withdraw the approval of'} ${user.companyName}`}
      >
        {canApprove ? 'Reject' : 'Withdraw approval'}
      </Button>
      {canApprove && (
        <BusyButton
          data-approve
          leftSection={<IconCheck size={18} aria-hidden />}
          busy={approval.isPending}
          onClick={approve}
          aria-label={`Approve ${user.companyName}`}
        >
          Approve
        </BusyButton>
      )}
    </>
  )
}

function ProfileFields({ user }: { user: KycCheck['user'] }) {
  return (
    <DefinitionList
      items={[
        {
          label: 'GSTIN',
          value: user.gstin && (
            <>
              {user.gstin}
              <span className={classes.check} data-wrong={!isGstin(user.gstin) || undefined}>
                {isGstin(user.gstin) ? 'GSTIN is valid' : 'GSTIN check digit does not match'}
              </span>
            </>
          ),
        },
        { label: 'State', value: user.billingState && gstStates[user.billingState] },
        {
          label: 'Billing address',
          value: user.billingAddress && <bdi>{user.billingAddress}</bdi>,
        },
        { label: 'City', value: user.city && <bdi>{user.city}</bdi> },
        {
          label: 'Phone',
          value: user.phone && <a href={`tel:${user.phone}`}>{formatPhone(user.phone)}</a>,
        },
        {
          label: 'Email',
          value: (
            <>
              <a href={`mailto:${user.email}`}>{user.email}</a>
              {!user.emailConfirmed && <span className={classes.check}>Not confirmed</span>}
            </>
          ),
        },
        { label: 'Joined', value: <DateTime value={user.createdAt} dateOnly /> },
      ]}
    />
  )
}
