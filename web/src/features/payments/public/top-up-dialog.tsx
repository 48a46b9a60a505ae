import { Button, NumberInput } from '@mantine/core'
import { formatRupees } from '@raahi/contract/formats'
import { rupeesFromPaise } from '@raahi/contract/money'
import { topUpLimits } from '@raahi/contract/payments'
import { IconCurrencyRupee } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { type CheckedForm, useCheckedForm } from '../../../lib/use-checked-form.ts'
import { useSingleRun } from '../../../lib/use-single-run.ts'
import { BusyButton } from '../../../ui/busy-button.tsx'
import { Money } from '../../../ui/money.tsx'
import { StepModal } from '../../../ui/step-modal.tsx'
import { notifySuccess } from '../../../ui/toast.ts'
import { useAccount } from '../../account/public/use-account.ts'
import { CheckoutNotice } from '../checkout-notice.tsx'
import { PaymentConfirmation } from '../payment-confirmation.tsx'
import { orderTopUp } from '../payments.api.ts'
import { TestModeBadge } from '../test-mode-badge.tsx'
import { quickAmounts, validateTopUp } from '../top-up-amounts.ts'
import { useCheckout } from '../use-checkout.ts'
import { useLastButtonFocus } from '../use-last-button-focus.ts'
import classes from './top-up-dialog.module.css'
import { useTaxDetails } from './use-tax-details.tsx'

/** The initial amount in rupees if no amount is missing. */
const defaultAmount = 1000

export type TopUpDialogProps = {
  opened: boolean
  onClose: () => void
  /** Rupees that are missing for the agent's purchase. */
  suggestedRupees?: number | undefined
  /**
   * Opens the checkout with the suggested amount at once, unless the tax details are missing. After the payment the dialog closes and the purchase
   * continues.
   */
  payAtOnce?: boolean
  /** Called after the payment, with the wallet refreshed. */
  onPaid?: () => void
}

/** Adds money to the agent's wallet through the payment provider, and shows the result. */
export function TopUpDialog(props: TopUpDialogProps) {
  const { opened, suggestedRupees, payAtOnce = false } = props
  const { checkout, processing, form, amounts, taxFields, submit, close } = useTopUp(props)
  const frame = { opened, onClose: close, title: 'Add money', size: '28rem' } as const
  const lastButton = useLastButtonFocus(checkout.step === 'unconfirmed', opened)
  const done = (
    <Button ref={lastButton} onClick={close} data-autofocus>
      Done
    </Button>
  )
  if (checkout.received?.by === 'payment' && !(payAtOnce && opened)) {
    const { order, note } = checkout.received
    return (
      <StepModal {...frame} actions={done}>
        <PaymentConfirmation
          headline="Money added"
          text={note ?? <>{formatRupees(order.amount)} is in your wallet.</>}
          facts={[['Wallet balance', <Money key="wallet" rupees={order.wallet} />]]}
          order={order}
        />
      </StepModal>
    )
  }
  const notice = (
    <CheckoutNotice checkout={checkout} laterResult="we will add the money to your wallet" />
  )
  if (checkout.step === 'unconfirmed') {
    return (
      <StepModal {...frame} actions={done}>
        {notice}
      </StepModal>
    )
  }
  const amount = validAmountOf(form.values)
  const buysToo = payAtOnce && amount !== null && amount >= (suggestedRupees ?? 0)
  const submitLabel = `${amount === null ? 'Add' : `Add ${formatRupees(amount)}`}${buysToo ? ' and buy' : ''}`
  return (
    <StepModal
      {...frame}
      onSubmit={submit}
      busy={processing}
      covered={checkout.isWindowOpen}
      actions={
        <>
          <BusyButton variant="default" onClick={close} busy={processing}>
            Cancel
          </BusyButton>
          <BusyButton type="submit" busy={processing}>
            {processing ? 'Processing..' : submitLabel}
          </BusyButton>
        </>
      }
    >
      <div className={classes.mark}>
        <TestModeBadge orderKey={checkout.key} />
      </div>
      <AmountInput form={form} readOnly={processing} />
      <QuickAmounts
        amounts={amounts}
        missing={suggestedRupees !== undefined}
        chosen={Number(form.values.amount)}
        onChoose={(rupees) => {
          if (!processing) form.setFieldValue('amount', rupees)
        }}
      />
      <BalanceAfter amount={amount} />
      {taxFields}
      {notice}
    </StepModal>
  )
}

type Values = { amount: number | string }

/** The entered amount in rupees; null if it is not valid. */
const validAmountOf = ({ amount }: Values) =>
  validateTopUp(amount) === null ? Number(amount) : null

/** The form and the payment of a top-up. */
function useTopUp({
  opened,
  onClose,
  suggestedRupees,
  payAtOnce = false,
  onPaid,
}: TopUpDialogProps) {
  const amounts = quickAmounts(suggestedRupees)
  // A purchase that continues at once needs exactly the missing amount.
  const suggested = (payAtOnce ? suggestedRupees : amounts[0]) ?? defaultAmount
  const form = useCheckedForm<Values>({
    initialValues: { amount: suggested },
    validate: ({ amount }) => ({ amount: validateTopUp(amount) ?? undefined }),
  })
  const isOpen = useRef(opened)
  isOpen.current = opened
  const {
    checkout,
    processing: paying,
    pay,
    reset,
  } = useCheckout({
    onReceived: (received, shown) => {
      const text = received.by === 'payment' && formatRupees(received.order.amount)
      if (!shown && text) notifySuccess(`${text} has been added to your wallet.`)
      // A late payment of an earlier attempt is not a consent to the present purchase.
      if (shown || !payAtOnce) onPaid?.()
      if (!shown || !payAtOnce) return
      if (text) notifySuccess(`${text} is in your wallet.`)
      // Also if the dialog was closed before, so that the next top-up starts again.
      reset()
      if (isOpen.current) onClose()
    },
  })
  const tax = useTaxDetails(opened)
  const saving = useSingleRun()
  // Buttons stay locked between the payment and the purchase that follows it.
  const processing = saving.busy || paying || (payAtOnce && checkout.step === 'paid')
  const start = (amount: number) =>
    void pay({
      intent: `wallet ${amount}`,
      description: 'Wallet top-up',
      placeOrder: (idempotencyKey) => orderTopUp(amount, idempotencyKey),
    })
  useEffect(() => {
    if (!opened) return
    // The next lead has another price, so the amount of the last one is discarded.
    form.fill({ amount: suggested })
    if (payAtOnce && !tax.isMissing) start(suggested)
  }, [opened])
  return {
    checkout,
    processing,
    form,
    amounts,
    taxFields: tax.fields,
    submit: form.onSubmit(({ amount }) => {
      if (processing) return
      void saving.run(async () => {
        if (await tax.save()) start(Number(amount))
      })
    }),
    close: () => {
      if (processing) return
      // An unconfirmed payment is shown again when the dialog opens, so that the agent does not pay twice.
      if (checkout.step !== 'unconfirmed') reset()
      onClose()
    },
  }
}

function AmountInput({ form, readOnly }: { form: CheckedForm<Values>; readOnly: boolean }) {
  return (
    <NumberInput
      className={classes.amount}
      label="Amount"
      description={`From ${formatRupees(rupeesFromPaise(topUpLimits.minPaise))} to ${formatRupees(rupeesFromPaise(topUpLimits.maxPaise))}, by card or UPI.`}
      leftSection={<IconCurrencyRupee size={20} aria-hidden />}
      decimalScale={2}
      hideControls
      allowNegative={false}
      thousandSeparator=","
      thousandsGroupStyle="lakh"
      inputMode="decimal"
      autoComplete="off"
      {...form.getInputProps('amount')}
      readOnly={readOnly}
      data-autofocus
    />
  )
}

interface QuickAmountsProps {
  amounts: readonly number[]
  /** Whether the first amount is the missing one. */
  missing: boolean
  chosen: number
  onChoose: (rupees: number) => void
}

function QuickAmounts({ amounts, missing, chosen, onChoose }: QuickAmountsProps) {
  return (
    <fieldset className={classes.quick}>
      <legend className={classes.legend}>
        {missing ? 'Suggested amounts' : 'Popular amounts'}
      </legend>
      {amounts.map((rupees) => (
        <Button
          key={rupees}
          variant="default"
          size="sm"
          aria-pressed={chosen === rupees}
          onClick={() => onChoose(rupees)}
        >
          {formatRupees(rupees)}
        </Button>
      ))}
    </fieldset>
  )
}

/** The balance now and after the top-up. */
function BalanceAfter({ amount }: { amount: number | null }) {
  const { user } = useAccount()
  return (
    <dl className={classes.balance}>
      <div>
        <dt>Wallet balance</dt>
        <dd>
          <Money rupees={user.wallet} />
        </dd>
      </div>
      <div>
        <dt>Balance after top-up</dt>
        <dd>{amount === null ? '—' : <Money paise={paise(user.wallet) + paise(amount)} />}</dd>
      </div>
    </dl>
  )
}

function paise(rupees: number): number {
  return Math.round(rupees * 100)
}
