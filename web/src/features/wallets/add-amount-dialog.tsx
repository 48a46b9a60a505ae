import { Button, NumberInput, TextInput } from '@mantine/core'
import { formatRupees } from '@raahi/contract/formats'
import type { User } from '@raahi/contract/users'
import { rechargeBody, rechargeLengths } from '@raahi/contract/wallets'
import { IconCurrencyRupee } from '@tabler/icons-react'
import { type FormEvent, useRef, useState } from 'react'
import { ApiError, errorMessage } from '../../lib/api-error.ts'
import { useIntentKey } from '../../lib/use-intent-key.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { FormModal } from '../../ui/form-modal.tsx'
import { Money } from '../../ui/money.tsx'
import { notifySuccess } from '../../ui/toast.ts'
import classes from './add-amount-dialog.module.css'
import { useRecharge } from './wallets.api.ts'

/** Frequent amounts in rupees. */
const quickAmounts = [500, 1000, 2000, 5000]

type AddAmountDialogProps = {
  /** The owner of the wallet; null before the first one was chosen. */
  user: User | null
  /** The current balance in rupees; undefined until it is known. */
  balance: number | undefined
  opened: boolean
  onClose: () => void
  /** Called after the request, successful or not. */
  onSettled: () => void
}

/** Adds an amount to a user's wallet. The exact amount must be confirmed first. */
export function AddAmountDialog({
  user,
  balance,
  opened,
  onClose,
  onSettled,
}: AddAmountDialogProps) {
  const [typed, setTyped] = useState<number | string>('')
  const [reference, setReference] = useState('')
  const [note, setNote] = useState('')
  const [amountError, setAmountError] = useState<string | null>(null)
  const [isConfirming, setConfirming] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const recharge = useRecharge({ onSettled })
  const { keyFor, settle } = useIntentKey()
  const amount = Number(typed)

  const clear = () => {
    setTyped('')
    setReference('')
    setNote('')
  }
  const close = () => {
    // This dialog also receives Escape while the question is open above it.
    if (isConfirming || recharge.isPending) return
    clear()
    setAmountError(null)
    recharge.reset()
    onClose()
  }
  const type = (value: number | string) => {
    setTyped(value)
    setAmountError(null)
    recharge.reset()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const errorText = validateAmount(typed)
    setAmountError(errorText)
    if (errorText) input.current?.focus()
    else setConfirming(true)
  }
  const confirm = () => {
    if (!user) return
    const details = { reference: reference.trim() || undefined, note: note.trim() || undefined }
    const intent = JSON.stringify([user._id, amount, details])
    recharge.mutate(
      { userId: user._id, amount, ...details, idempotencyKey: keyFor(intent) },
      {
        onSuccess: () => {
          settle(intent)
          setConfirming(false)
          clear()
          notifySuccess('Amount added successfully!')
          onClose()
        },
        onError: (error) => {
          if (!(error instanceof ApiError && error.isOutcomeUnknown)) settle(intent)
          setConfirming(false)
        },
      },
    )
  }
  return (
    <>
      <FormModal
        opened={opened}
        onClose={close}
        title="Add Amount in Wallet"
        onSubmit={submit}
        submitLabel="Add Amount"
        error={recharge.isError && errorMessage(recharge.error, 'Failed to add amount.')}
        size="28rem"
      >
        <dl className={classes.balance}>
          <dt>
            Balance of <bdi>{user?.name}</bdi>
          </dt>
          <dd>{balance === undefined ? '—' : <Money rupees={balance} />}</dd>
        </dl>
        <NumberInput
          ref={input}
          label="Amount"
          leftSection={<IconCurrencyRupee size={18} aria-hidden />}
          decimalScale={2}
          hideControls
          thousandSeparator=","
          thousandsGroupStyle="lakh"
          inputMode="decimal"
          autoComplete="off"
          value={typed}
          onChange={type}
          error={amountError}
          data-autofocus
        />
        <fieldset className={classes.quick}>
          <legend className={classes.legend}>Popular amounts</legend>
          {quickAmounts.map((rupees) => (
            <Button
              key={rupees}
              variant="default"
              size="sm"
              aria-pressed={amount === rupees}
              onClick={() => type(rupees)}
            >
              {formatRupees(rupees)}
            </Button>
          ))}
        </fieldset>
        <TextInput
          label="Reference"
          description="UPI or bank reference of the payment, if there is one."
          mt="md"
          autoComplete="off"
          maxLength={rechargeLengths.reference}
          value={reference}
          onChange={(event) => setReference(event.currentTarget.value)}
        />
        <TextInput
          label="Note to the agent"
          description="The agent sees it in the email and on the statement."
          mt="md"
          autoComplete="off"
          maxLength={rechargeLengths.note}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
      </FormModal>
      <ConfirmDialog
        opened={isConfirming}
        onClose={() => setConfirming(false)}
        onConfirm={confirm}
        title={`Add ${formatRupees(amount)}?`}
        confirmLabel={`Add ${formatRupees(amount)}`}
        busy={recharge.isPending}
      >
        <p>
          <strong>{formatRupees(amount)}</strong> will be added to the wallet of{' '}
          <strong>
            <bdi>{user?.name}</bdi>
          </strong>{' '}
          ({user?.email}).
        </p>
        {reference.trim() && (
          <p className={classes.given}>
            Reference: <bdi>{reference.trim()}</bdi>
          </p>
        )}
        {note.trim() && (
          <p className={classes.given}>
            Note: <bdi>{note.trim()}</bdi>
          </p>
        )}
        {balance !== undefined && (
          <p>
            The new balance will be <Money paise={paise(balance) + paise(amount)} />.
          </p>
        )}
      </ConfirmDialog>
    </>
  )
}

/** The error of an amount; null if it is valid. */
function validateAmount(typed: number | string): string | null {
  const amount = typed === '' ? undefined : Number(typed)
  const parsed = rechargeBody.shape.amount.safeParse(amount)
  return parsed.success ? null : (parsed.error.issues[0]?.message ?? 'Please enter a valid amount.')
}

function paise(rupees: number): number {
  return Math.round(rupees * 100)
}
