import { Button, NumberInput } from '@mantine/core'
import { formatRupees } from '@raahi/contract/formats'
import { rupeesFromPaise } from '@raahi/contract/money'
import { topUpLimits } from '@raahi/contract/payments'
import { IconCurrencyRupee } from '@tabler/icons-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { BusyButton } from '../../ui/busy-button.tsx'
import { Money } from '../../ui/money.tsx'
import { StepModal } from '../../ui/step-modal.tsx'
import { notifySuccess } from '../../ui/toast.ts'
import { useAccount } from '../users/use-account.ts'
import { CheckoutNotice } from './checkout-notice.tsx'
import { PaidNote } from './paid-note.tsx'
import { orderTopUp } from './payments.api.ts'
import { TestModeMark } from './test-mode-mark.tsx'
import { quickAmounts, topUpFault } from './top-up-amounts.ts'
import classes from './top-up-dialog.module.css'
import { useCheckout } from './use-checkout.ts'
import { useRestFocus } from './use-rest-focus.ts'

/** Rupees that the field holds where nothing is missing for anything. */
const firstAmount = 1000

export type TopUpDialogProps = {
  opened: boolean
  onClose: () => void
  /** Rupees that are missing for what the agent was about to buy. */
  suggestedRupees?: number | undefined
  /** Opens the checkout with the suggested amount by itself, and closes once it is paid: what was begun goes on. */
  payAtOnce?: boolean
  /** Called once the money is in the wallet and the wallet was read again. */
  onPaid?: () => void
}

/** Adds money to one's own wallet through the payment provider, and says what came of it in place. */
export function TopUpDialog(props: TopUpDialogProps) {
  const { opened, onClose, suggestedRupees, payAtOnce = false, onPaid } = props
  const amounts = quickAmounts(suggestedRupees)
  const suggested = suggestedRupees ? (amounts[0] ?? firstAmount) : firstAmount
  /** null: nothing yet, so that the suggestion stands. */
  const [changed, setChanged] = useState<number | string | null>(null)
  const typed = changed ?? suggested
  const [fault, setFault] = useState<string | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const isOpen = useRef(opened)
  isOpen.current = opened
  const {
    checkout,
    processing: paying,
    pay,
    forget,
  } = useCheckout({
    onReceived: (received, shown) => {
      if (!shown && received.by === 'payment') {
        notifySuccess(`${formatRupees(received.order.amount)} has been added to your wallet.`)
      }
      // Late money from an earlier try is no consent to what this one would go on with.
      if (shown || !payAtOnce) onPaid?.()
      if (shown && payAtOnce) {
        if (received.by === 'payment') {
          notifySuccess(`${formatRupees(received.order.amount)} is in your wallet.`)
        }
        // Also where the dialog was closed before: the next top-up starts anew.
        forget()
        if (isOpen.current) onClose()
      }
    },
  })
  // Between the payment and what goes on after it, nothing can be pressed.
  const processing = paying || (payAtOnce && checkout.step === 'paid')
  // Opened once it stands, so that the focus finds its way back to the button that opened it.
  const [shown, setShown] = useState(false)
  useEffect(() => {
    setShown(opened)
    // Another lead, another amount: what was typed for the last one is not kept.
    if (opened) setChanged(null)
  }, [opened])

  const close = () => {
    if (processing) return
    setFault(null)
    // What the bank owes an answer for is shown again, should somebody want to pay again.
    if (checkout.step !== 'unconfirmed') forget()
    onClose()
  }
  const type = (value: number | string) => {
    setChanged(value)
    setFault(null)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (processing) return
    const wrong = topUpFault(typed)
    setFault(wrong)
    if (wrong) return input.current?.focus()
    start(Number(typed))
  }
  const start = (amount: number) =>
    void pay({
      intent: `wallet ${amount}`,
      description: 'Wallet top-up',
      placeOrder: (idempotencyKey) => orderTopUp(amount, idempotencyKey),
    })
  const startFirst = useRef(() => start(suggested))
  startFirst.current = () => start(suggested)
  useEffect(() => {
    if (opened && payAtOnce) startFirst.current()
  }, [opened, payAtOnce])
  const amount = topUpFault(typed) === null ? Number(typed) : null
  const buysToo = payAtOnce && amount !== null && amount >= (suggestedRupees ?? 0)
  const submitLabel = `${amount === null ? 'Add' : `Add ${formatRupees(amount)}`}${buysToo ? ' and buy' : ''}`
  const frame = { opened: shown, onClose: close, title: 'Add money', size: '28rem' } as const
  const lastButton = useRestFocus(checkout.step === 'unconfirmed', shown)
  const done = (
    <Button ref={lastButton} onClick={close} data-autofocus>
      Done
    </Button>
  )

  if (checkout.received?.by === 'payment' && !(payAtOnce && opened)) {
    const { order, note } = checkout.received
    return (
      <StepModal {...frame} actions={done}>
        <PaidNote
          headline="Money added"
          words={note ?? <>{formatRupees(order.amount)} is in your wallet.</>}
          facts={[['Wallet balance', <Money key="wallet" rupees={order.wallet} />]]}
          order={order}
        />
      </StepModal>
    )
  }
  if (checkout.step === 'unconfirmed') {
    return (
      <StepModal {...frame} actions={done}>
        <CheckoutNotice checkout={checkout} promise="we will add the money to your wallet" />
      </StepModal>
    )
  }
  return (
    <StepModal
      {...frame}
      onSubmit={submit}
      busy={processing}
      covered={checkout.sheetOpen}
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
        <TestModeMark orderKey={checkout.key} />
      </div>
      <NumberInput
        ref={input}
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
        value={typed}
        onChange={type}
        readOnly={processing}
        error={fault}
        data-autofocus
      />
      <QuickAmounts
        amounts={amounts}
        missing={suggestedRupees !== undefined}
        chosen={Number(typed)}
        onChoose={(rupees) => {
          if (!processing) type(rupees)
        }}
      />
      <BalanceAfter amount={amount} />
      <CheckoutNotice checkout={checkout} promise="we will add the money to your wallet" />
    </StepModal>
  )
}

interface QuickAmountsProps {
  amounts: readonly number[]
  /** Whether the first one is what is missing. */
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

/** What the wallet holds, and what it will hold. */
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
