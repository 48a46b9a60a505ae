import { Button } from '@mantine/core'
import { formatRupees } from '@raahi/contract/formats'
import type { Plan } from '@raahi/contract/plans'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { BusyButton } from '../../ui/busy-button.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { Money } from '../../ui/money.tsx'
import { StepModal } from '../../ui/step-modal.tsx'
import { ConfirmEmailNotice } from '../account/public/confirm-email-notice.tsx'
import { useAccount } from '../account/public/use-account.ts'
import { daysText, leadsText, planTypeLabels } from '../plans/public/plan-labels.ts'
import { PlanScene } from '../plans/public/plan-scene.tsx'
import classes from './buy-plan-dialog.module.css'
import { CheckoutNotice } from './checkout-notice.tsx'
import type { Received } from './checkout-state.ts'
import { PaymentConfirmation } from './payment-confirmation.tsx'
import { TestModeBadge } from './test-mode-badge.tsx'
import type { BuyingPlan } from './use-buying-plan.ts'
import { useLastButtonFocus } from './use-last-button-focus.ts'
import { usePlanTopUp, WalletOffer } from './wallet-offer.tsx'

/** Asks for confirmation before a plan is bought, stays open during the payment, and shows the result. */
export function BuyPlanDialog({ buying }: { buying: BuyingPlan }) {
  const { plan, isRemoved, checkout, confirm, close } = buying
  const topUp = usePlanTopUp(plan, buying.payFromWallet)
  const processing = buying.processing || topUp.busy
  const opened = buying.opened && !topUp.isOpen
  const isFinal = isRemoved || checkout.step === 'unconfirmed'
  // After an attempt at the provider only its order is paid: a late confirmation of it would buy a second plan.
  const offer = isFinal || checkout.orderId !== null ? null : buying.offer
  const lastButton = useLastButtonFocus(isFinal, opened)

  if (checkout.received) {
    // The same StepModal as below, so that it still knows which button has opened it.
    return (
      <StepModal
        opened={opened}
        onClose={close}
        title="Plan purchased"
        actions={<PurchasedButtons onClose={close} />}
      >
        <PurchasedPlan received={checkout.received} />
      </StepModal>
    )
  }
  return (
    <>
      <StepModal
        opened={opened}
        onClose={close}
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
            <PaymentButtons buying={buying} busy={processing} isSecondWay={offer?.way === 'pay'} />
          )
        }
      >
        <div className={classes.mark}>
          <TestModeBadge orderKey={checkout.key} />
        </div>
        {plan && (
          <PlanQuestion
            buying={buying}
            plan={plan}
            isFinal={isFinal}
            isSecondWay={offer !== null && offer.way !== 'kyc'}
          >
            {offer && (
              <WalletOffer
                offer={offer}
                plan={plan}
                isUnanswered={buying.isUnanswered}
                busy={processing}
                onPay={buying.payFromWallet}
                onAddAndBuy={topUp.addAndBuy}
              />
            )}
          </PlanQuestion>
        )}
        <CheckoutNotice checkout={checkout} laterResult="we will start your plan" />
      </StepModal>
      {topUp.dialog}
    </>
  )
}

interface PaymentButtonsProps {
  buying: BuyingPlan
  busy: boolean
  /** The wallet can pay: its button is the main one and gets the focus. */
  isSecondWay: boolean
}

function PaymentButtons({ buying, busy, isSecondWay }: PaymentButtonsProps) {
  return (
    <>
      <BusyButton variant="default" onClick={buying.close} busy={busy}>
        Cancel
      </BusyButton>
      {!buying.isUnanswered && (
        <BusyButton
          {...(isSecondWay ? { variant: 'default' } : { 'data-autofocus': true })}
          type="submit"
          busy={busy || buying.needsEmail}
        >
          {busy ? 'Processing..' : 'Confirm Purchase'}
        </BusyButton>
      )}
    </>
  )
}

interface PlanQuestionProps {
  buying: BuyingPlan
  plan: Plan
  /** Nothing can be paid any more. */
  isFinal: boolean
  /** The offer of the wallet is shown above. */
  isSecondWay: boolean
  /** The offer of the wallet. */
  children: ReactNode
}

function PlanQuestion({ buying, plan, isFinal, isSecondWay, children }: PlanQuestionProps) {
  const { isUnanswered, taxFields } = buying
  return (
    <>
      {!isFinal && (
        <p className={classes.question}>Are you sure you want to purchase the following plan?</p>
      )}
      <PlanBill plan={plan} hasPicture={!taxFields} />
      {children}
      {!isUnanswered && <p className={classes.how}>{howToPay(plan, isSecondWay)}</p>}
      {!isFinal && !isUnanswered && taxFields}
      {plan.price === 0 && <ConfirmEmailNotice />}
    </>
  )
}

function howToPay(plan: Plan, isSecondWay: boolean): string {
  if (plan.price === 0) {
    return 'This plan is free and starts right away. You can take it only once.'
  }
  return isSecondWay
    ? `Or confirm to pay ${formatRupees(plan.price)} by card or UPI, GST included. Your wallet is then not charged. You get a tax invoice.`
    : 'Pay by card or UPI, GST included. Your wallet is not charged. You get a tax invoice.'
}

/** @param hasPicture false if the dialog needs the room for the fields below */
function PlanBill({ plan, hasPicture }: { plan: Plan; hasPicture: boolean }) {
  return (
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
  )
}

function PurchasedButtons({ onClose }: { onClose: () => void }) {
  return (
    <>
      <Button variant="default" onClick={onClose}>
        Close
      </Button>
      <Button component={Link} to="/dashboard/my-leads">
        Browse leads
      </Button>
    </>
  )
}

function PurchasedPlan({ received }: { received: Received }) {
  const { user } = useAccount()
  const order = received.by === 'payment' ? received.order : undefined
  const subscription = received.by === 'grant' ? received.subscription : received.order.subscription
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
        ['Paid', <Money key="paid" rupees={order?.amount ?? subscription?.price ?? 0} />],
        ...(!order && subscription?.price
          ? ([['Wallet balance', <Money key="wallet" rupees={user.wallet} />]] as const)
          : []),
      ]}
      order={order}
    />
  )
}
