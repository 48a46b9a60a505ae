import { Alert, Button } from '@mantine/core'
import type { Lead } from '@raahi/contract/leads'
import { lazy, Suspense, useRef, useState } from 'react'
import { Link } from 'react-router'
import { Money } from '../../ui/money.tsx'
import { notifyError } from '../../ui/toast.ts'
import { useAgentRole } from '../account/public/use-agent-role.ts'
import classes from './buy-notice.module.css'
import type { BuyFailure } from './buying-state.ts'

const loadTopUp = () => import('../payments/public/top-up-dialog.tsx')
const TopUpDialog = lazy(() => loadTopUp().then((parts) => ({ default: parts.TopUpDialog })))

interface BuyNoticeProps {
  failure: BuyFailure
  onDismiss: () => void
  /** Called after the top-up, when the lead can be bought. */
  onPaid: (lead: Lead) => void
}

/**
 * The reason why a purchase failed, with buttons that solve the problem. It stays at the top of the screen until it is
 * dismissed or another lead is chosen.
 */
export function BuyNotice({
  failure: { text, short, needsKyc },
  onDismiss,
  onPaid,
}: BuyNoticeProps) {
  const [topUp, setTopUp] = useState({ wanted: false, opened: false })
  const paid = useRef(false)
  const isOwner = useAgentRole() === 'owner'

  const open = async () => {
    try {
      await loadTopUp()
      setTopUp({ wanted: true, opened: true })
    } catch {
      notifyError('The top-up could not be opened. Check your connection, or reload the page.')
    }
  }
  const close = () => {
    setTopUp({ wanted: true, opened: false })
    if (short && paid.current) onPaid(short.lead)
  }
  return (
    <>
      <Alert
        color="brick"
        role="alert"
        className={classes.notice}
        withCloseButton
        closeButtonLabel="Dismiss message"
        onClose={onDismiss}
      >
        {text}
        {short && (
          <p className={classes.missing}>
            <Money rupees={short.rupees} /> more is needed for{' '}
            <bdi>{short.lead.destination ?? 'this trip'}</bdi>{' '}
            <span className={classes.whole}>({short.lead.leadId}).</span>
          </p>
        )}
        {needsKyc && isOwner && (
          <div className={classes.ways}>
            <Button size="sm" component={Link} to="/dashboard/user-profile#kyc">
              Open profile
            </Button>
          </div>
        )}
        {short && !isOwner && <p>The owner of your agency can add money to the wallet.</p>}
        {short && isOwner && (
          <div className={classes.ways}>
            <Button size="sm" onClick={open}>
              Add money
            </Button>
            <Button size="sm" variant="default" component={Link} to="/dashboard/plans">
              Get a plan
            </Button>
          </div>
        )}
      </Alert>
      {short && topUp.wanted && (
        <Suspense>
          <TopUpDialog
            opened={topUp.opened}
            onClose={close}
            suggestedRupees={short.rupees}
            onPaid={() => {
              paid.current = true
            }}
          />
        </Suspense>
      )}
    </>
  )
}
