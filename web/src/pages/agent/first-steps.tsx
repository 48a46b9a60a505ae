import { Button, type ButtonProps } from '@mantine/core'
import { kycReasons } from '@raahi/contract/kyc-states'
import { IconCheck, IconClock } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { SendEmailAgain } from '../../features/account/public/send-email-again.tsx'
import { AddMoney } from '../../features/payments/add-money.tsx'
import { errorMessage, errorWithReason } from '../../lib/api-error.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Panel } from '../../ui/panel.tsx'
import { SkeletonList } from '../../ui/skeleton-list.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { notifyError } from '../../ui/toast.ts'
import hidden from '../../ui/visually-hidden.module.css'
import classes from './first-steps.module.css'
import type { FirstSteps as State, Step, StepName } from './use-first-steps.ts'

const loadPlaces = () => import('../../features/leads/market/own-places-dialog.tsx')
const OwnPlacesDialog = lazy(loadPlaces)

interface StepView {
  title: string
  /** Shown while the step is the current one. */
  text: ReactNode
  badge?: ReactNode
  action: (look: ButtonProps) => ReactNode
}

/** The steps of a new agent to the first lead. The first open step has the only main button. */
export function FirstSteps({ steps, onHide }: { steps: State; onHide: () => void }) {
  const done = steps.steps.filter(({ state }) => state === 'done').length
  const { hide } = steps
  const hideSteps = () => {
    onHide()
    hide.mutate(undefined, {
      onError: (error) => notifyError(errorMessage(error, 'Your choice could not be saved.')),
    })
  }
  return (
    <Panel
      title="Your first steps"
      aside={
        steps.isLoaded && (
          <span className={classes.aside}>
            {done} of {steps.steps.length} done
            <BusyButton
              variant="subtle"
              color="ink"
              size="compact-sm"
              busy={hide.isPending}
              onClick={hideSteps}
            >
              Hide
            </BusyButton>
          </span>
        )
      }
    >
      {steps.isLoaded ? (
        <StepList steps={steps} />
      ) : steps.error ? (
        <ErrorState
          text={errorWithReason(steps.error, 'Your first steps could not be loaded.')}
          onRetry={steps.retry}
          retrying={steps.isRetrying}
        />
      ) : (
        <SkeletonList label="Loading your first steps..." layout="rows" count={6} />
      )}
    </Panel>
  )
}

function StepList({ steps }: { steps: State }) {
  const [places, setPlaces] = useState({ wanted: false, opened: false })
  const openPlaces = async () => {
    try {
      await loadPlaces()
      setPlaces({ wanted: true, opened: true })
    } catch {
      notifyError('Your places could not be opened. Check your connection, or reload the page.')
    }
  }
  const views = viewsOf(steps, openPlaces)
  return (
    <>
      <ol className={classes.list}>
        {steps.steps.map((step, index) => (
          <StepItem
            key={step.name}
            step={step}
            number={index + 1}
            view={views[step.name]}
            isCurrent={step.name === steps.current}
          />
        ))}
      </ol>
      {places.wanted && (
        <Suspense>
          <OwnPlacesDialog
            opened={places.opened}
            onClose={() => setPlaces({ wanted: true, opened: false })}
          />
        </Suspense>
      )}
    </>
  )
}

interface StepItemProps {
  step: Step
  number: number
  view: StepView
  isCurrent: boolean
}

function StepItem({ step: { state }, number, view, isCurrent }: StepItemProps) {
  return (
    <li className={classes.step} data-state={state} aria-current={isCurrent ? 'step' : undefined}>
      <span className={classes.mark} aria-hidden>
        {state === 'done' ? (
          <IconCheck size={18} stroke={2.5} />
        ) : state === 'waiting' ? (
          <IconClock size={18} stroke={2} />
        ) : (
          number
        )}
      </span>
      <span className={classes.words}>
        <span className={classes.title}>
          {state === 'done' && <span className={hidden.hidden}>Done: </span>}
          {view.title} {state !== 'done' && view.badge}
        </span>
        {isCurrent && <span className={classes.text}>{view.text}</span>}
      </span>
      {state === 'open' && (
        <span className={classes.action}>
          {view.action(
            isCurrent ? { size: 'compact-md' } : { size: 'compact-md', variant: 'default' },
          )}
        </span>
      )}
    </li>
  )
}

function viewsOf({ user, kyc }: State, openPlaces: () => void): Record<StepName, StepView> {
  return {
    email: {
      title: 'Confirm your email',
      text: (
        <>
          We have sent a link to <strong>{user.email}</strong>. Open it and press Confirm. You need
          a confirmed email for alerts, saved searches and free plans.
        </>
      ),
      action: (look) => <SendEmailAgain {...look} />,
    },
    details: {
      title: 'Agency and GST details',
      text: 'Your state decides which tax is on your invoices. Add your GSTIN to claim the tax back.',
      action: (look) => (
        <LinkButton {...look} to="/dashboard/user-profile#billing">
          Add details
        </LinkButton>
      ),
    },
    document: documentView(kyc),
    destinations: {
      title: 'My destinations',
      text: 'New leads for the destinations that you sell then appear on this page first.',
      action: (look) => (
        <Button {...look} onClick={openPlaces}>
          Choose places
        </Button>
      ),
    },
    money: {
      title: 'Money or a plan',
      text: (
        <>
          Add money and pay for each lead, or{' '}
          <Link to="/dashboard/plans">get a plan with a set number of leads</Link>.
        </>
      ),
      action: (look) => <AddMoney {...look} />,
    },
    lead: {
      title: 'First lead',
      text: 'Buy a lead and call the traveller at once. It is sold to you alone.',
      action: (look) => (
        <LinkButton {...look} to="/dashboard/my-leads">
          Browse leads
        </LinkButton>
      ),
    },
  }
}

function documentView(kyc: State['kyc']): StepView {
  const isRejected = kyc?.status === 'rejected'
  const needed = kyc?.isNeededToBuy && ' You can buy leads once we have approved it.'
  return {
    title: 'Business document',
    badge: isRejected ? (
      <StatusBadge tone="danger">Rejected</StatusBadge>
    ) : (
      kyc?.status === 'submitted' && <StatusBadge tone="warning">Being checked</StatusBadge>
    ),
    text: isRejected ? (
      <>
        {kyc.reason && kyc.reason.code !== 'other' && `${kycReasons[kyc.reason.code]}. `}
        {kyc.reason?.text}
        {needed}
      </>
    ) : (
      <>
        GST certificate, shop licence or PAN. It earns you the badge ‘Verified agency’.
        {needed}
      </>
    ),
    action: (look) => (
      <LinkButton {...look} to="/dashboard/user-profile#kyc">
        {isRejected ? 'Upload another' : 'Upload document'}
      </LinkButton>
    ),
  }
}

function LinkButton({ to, ...look }: ButtonProps & { to: string; children: ReactNode }) {
  return <Button component={Link} to={to} {...look} />
}
