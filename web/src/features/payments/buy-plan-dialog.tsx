import { Button } from '@mantine/core'
import type { Plan } from '@raahi/contract/plans'
import { Link } from 'react-router'
import { BusyButton } from '../../ui/busy-button.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { Money } from '../../ui/money.tsx'
import { StepModal } from '../../ui/step-modal.tsx'
import { ConfirmEmailNotice } from '../account/public/confirm-email-notice.tsx'
import { daysText, leadsText, planTypeLabels } from '../plans/public/plan-labels.ts'
import { PlanScene } from '../plans/public/plan-scene.tsx'
import classes from './buy-plan-dialog.module.css'
import { CheckoutNotice } from './checkout-notice.tsx'
import type { Received } from './checkout-state.ts'
import { PaymentConfirmation } from './payment-confirmation.tsx'
import { TestModeBadge } from './test-mode-badge.tsx'
import type { BuyingPlan } from './use-buying-plan.ts'
import { useLastButtonFocus } from './use-last-button-focus.ts'

/** Asks for confirmation before a plan is bought, stays open during the payment, and shows the result. */
export function BuyPlanDialog({ buying }: { buying: BuyingPlan }) {
  const { plan, opened, isRemoved, needsEmail, checkout, processing, taxFields, confirm, close } =
    buying
  const frame = { opened, onClose: close } as const
  const isFinal = isRemoved || checkout.step === 'unconfirmed'
  const lastButton = useLastButtonFocus(isFinal, opened)

  if (checkout.received) {
    return (
      <StepModal
        {...frame}
        title="Plan purchased"
        actions={
          <>
            <Button variant="default" onClick={close}>
              Close
            </Button>
            <Button component={Link} to="/dashboard/my-leads">
              Browse leads
            </Button>
          </>
        }
      >
        <PurchasedPlan received={checkout.received} />
      </StepModal>
    )
  }
  return (
    <StepModal
      {...frame}
      title="Confirm Plan Purchase"
      onSubmit={(event) => {
        event.preventDefault()
        confirm()
      }}
      busy={processing}
      covered={checkout.isWindowOpen}
      actions={
        isFinal ? (
          <Button ref={lastButton} variant="default" onClick={close} data-autofocus>
            Close
          </Button>
        ) : (
          <>
            <BusyButton variant="default" onClick={close} busy={processing}>
              Cancel
            </BusyButton>
            <BusyButton type="submit" busy={processing || needsEmail} data-autofocus>
              {processing ? 'Processing..' : 'Confirm Purchase'}
            </BusyButton>
          </>
        )
      }
    >
      <div className={classes.mark}>
        <TestModeBadge orderKey={checkout.key} />
      </div>
      {!isFinal && (
        <p className={classes.question}>Are you sure you want to purchase the following plan?</p>
      )}
      {plan && <PlanBill plan={plan} hasPicture={!taxFields} />}
      {!isFinal && taxFields}
      {plan?.price === 0 && <ConfirmEmailNotice />}
      <CheckoutNotice checkout={checkout} laterResult="we will start your plan" />
    </StepModal>
  )
}

/** @param hasPicture false if the dialog needs the room for the fields below */
function PlanBill({ plan, hasPicture }: { plan: Plan; hasPicture: boolean }) {
  return (
    <>
      <section className={classes.plan} aria-label="Plan">
        {hasPicture && (
          <div className={classes.picture}>
            <PlanScene planType={plan.planType} />
          </div>
        )}
        <h3 className={classes.name}>
          <bdi>{plan.planName}</bdi>
        </h3>
        <dl className={classes.terms}>
          <div>
            <dt>Quota</dt>
            <dd>{leadsText(plan.numberOfLeads)}</dd>
          </div>
          <div>
            <dt>Valid for</dt>
            <dd>{daysText(plan.validity)} from payment</dd>
          </div>
          <div>
            <dt>Covers</dt>
            <dd>{planTypeLabels[plan.planType]}</dd>
          </div>
          <div className={classes.total}>
            <dt>To pay</dt>
            <dd>
              <Money rupees={plan.price} />
            </dd>
          </div>
        </dl>
      </section>
      <p className={classes.how}>
        {plan.price === 0
          ? 'This plan is free and starts right away. You can take it only once.'
          : 'Pay by card or UPI, GST included. Your wallet is not charged. You get a tax invoice.'}
      </p>
    </>
  )
}

function PurchasedPlan({ received }: { received: Received }) {
  const order = received.by === 'payment' ? received.order : undefined
  const subscription = received.by === 'free' ? received.subscription : received.order.subscription
  return (
    <PaymentConfirmation
      headline="Successfully purchased the plan!"
      text={received.by === 'payment' && received.note}
      facts={[
        ...(subscription
          ? ([
              ['Plan', <bdi key="plan">{subscription.name}</bdi>],
              ['Quota', leadsText(subscription.numberOfLeads)],
              ['Active until', <DateTime key="end" value={subscription.endDate} />],
            ] as const)
          : []),
        ['Paid', <Money key="paid" rupees={order?.amount ?? 0} />],
      ]}
      order={order}
    />
  )
}
