import { Button } from '@mantine/core'
import { formatPhone } from '@raahi/contract/formats'
import { gstStates, isGstin } from '@raahi/contract/gst'
import type { KycCheck } from '@raahi/contract/kyc'
import { kycReasons, kycStates } from '@raahi/contract/kyc-states'
import { IconCheck, IconX } from '@tabler/icons-react'
import { memo } from 'react'
import { DateTime } from '../../ui/date-time.tsx'
import { DefinitionList } from '../../ui/definition-list.tsx'
import item from '../../ui/queue-item.module.css'
import { QueueItem, QueueItemAge, QueueItemPart } from '../../ui/queue-item.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import type { KycDecision } from './decide-kyc-dialog.tsx'
import classes from './kyc-item.module.css'
import { KycDocument } from './public/kyc-document.tsx'
import { kycLooks } from './public/kyc-labels.ts'

interface KycItemProps {
  kyc: KycCheck
  /**
   * True for the first waiting item. Its document opens at once; only this one, because the audit log records each
   * opening.
   */
  isNext: boolean
  onDecide: (kyc: KycCheck, action: KycDecision['action']) => void
}

/** A document beside the fields of its agent, to compare and decide. */
export const KycItem = memo(function KycItem({ kyc, isNext, onDecide }: KycItemProps) {
  const { user, status } = kyc
  const { tone, text } = kycLooks[status]
  const actions = kycStates[status]
  return (
    <QueueItem
      title={user.companyName}
      detail={<bdi>{user.name}</bdi>}
      badges={
        <>
          <StatusBadge tone={tone}>{text}</StatusBadge>
          <QueueItemAge since={kyc.decidedAt ?? kyc.submittedAt} waiting={status === 'submitted'} />
        </>
      }
    >
      <div className={item.parts} data-columns={2}>
        <QueueItemPart title="Document">
          {kyc.document ? (
            <KycDocument user={{ _id: user._id, kyc: kyc.document }} opensAtOnce={isNext} />
          ) : (
            <p>The document was deleted, because the account was not used.</p>
          )}
        </QueueItemPart>
        <QueueItemPart title="Profile">
          <ProfileFields user={user} />
        </QueueItemPart>
      </div>
      {kyc.decidedAt && (
        <div className={item.outcome}>
          {text} by <bdi>{kyc.decidedBy}</bdi>, <DateTime value={kyc.decidedAt} />
          {kyc.reason && (
            <p>
              {kyc.reason.code === 'other' ? (
                kyc.reason.text
              ) : (
                <>
                  <span className={item.strong}>{kycReasons[kyc.reason.code]}</span>
                  {kyc.reason.text && ` · ${kyc.reason.text}`}
                </>
              )}
            </p>
          )}
        </div>
      )}
      {'reject' in actions && (
        <div className={item.actions}>
          <Button
            variant="default"
            leftSection={<IconX size={18} aria-hidden />}
            onClick={() => onDecide(kyc, 'reject')}
            aria-label={`${'approve' in actions ? 'Reject' : 'Withdraw the approval of'} ${user.companyName}`}
          >
            {'approve' in actions ? 'Reject' : 'Withdraw approval'}
          </Button>
          {'approve' in actions && (
            <Button
              leftSection={<IconCheck size={18} aria-hidden />}
              onClick={() => onDecide(kyc, 'approve')}
              aria-label={`Approve ${user.companyName}`}
            >
              Approve
            </Button>
          )}
        </div>
      )}
    </QueueItem>
  )
})

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
