import { Button, NumberInput, TextInput } from '@mantine/core'
import { formatRupees } from '@raahi/contract/formats'
import { askedText } from '@raahi/contract/money-requests'
import type { User } from '@raahi/contract/users'
import { rechargeBody, rechargeLengths } from '@raahi/contract/wallets'
import { IconCurrencyRupee } from '@tabler/icons-react'
import { useState } from 'react'
import { errorMessage } from '../../lib/api-error.ts'
import { fieldErrorsOf } from '../../lib/form-errors.ts'
import { useMay } from '../../lib/session.ts'
import { type CheckedForm, useCheckedForm } from '../../lib/use-checked-form.ts'
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

const empty = { amount: '' as number | string, reference: '', note: '' }
type Values = typeof empty

const rupeesOf = ({ amount }: Values) => (amount === '' ? undefined : Number(amount))

/** Adds an amount to a user's wallet. The exact amount must be confirmed first. */
export function AddAmountDialog({
  user,
  balance,
  opened,
  onClose,
  onSettled,
}: AddAmountDialogProps) {
  const [isConfirming, setConfirming] = useState(false)
  // Without the right, another admin is asked.
  const mayRecharge = useMay('money')
  const verb = mayRecharge ? 'Add' : 'Ask for'
  const recharge = useRecharge({ onSettled })
  const form = useCheckedForm<Values>({
    initialValues: empty,
    validate: (values) => {
      const amount = rupeesOf(values)
      return fieldErrorsOf(rechargeBody.pick({ amount: true }), { amount })
    },
  })
  form.watch('amount', recharge.reset)
  const close = () => {
    // This dialog also receives Escape while the question is open above it.
    if (isConfirming || recharge.isPending) return
    form.fill(empty)
    recharge.reset()
    onClose()
  }
  const confirm = () => {
    if (!user) return
    const { reference, note } = form.values
    const body = {
      userId: user._id,
      amount: Number(form.values.amount),
      reference: reference.trim() || undefined,
      note: note.trim() || undefined,
    }
    recharge.mutate(body, {
      onSuccess: ({ requestId }) => {
        form.fill(empty)
        notifySuccess(requestId ? askedText : 'Amount added successfully!')
        onClose()
      },
      onSettled: () => setConfirming(false),
    })
  }
  return (
    <>
      <FormModal
        opened={opened}
        onClose={close}
        title="Add Amount in Wallet"
        onSubmit={form.onSubmit(() => setConfirming(true))}
        submitLabel={mayRecharge ? 'Add Amount' : 'Ask for approval'}
        error={recharge.isError && errorMessage(recharge.error, 'Failed to add amount.')}
        size="28rem"
      >
        <dl className={classes.balance}>
          <dt>
            Balance of <bdi>{user?.name}</bdi>
          </dt>
          <dd>{balance === undefined ? '—' : <Money rupees={balance} />}</dd>
        </dl>
        <AmountFields form={form} />
      </FormModal>
      <ConfirmDialog
        opened={isConfirming}
        onClose={() => setConfirming(false)}
        onConfirm={confirm}
        title={`${verb} ${formatRupees(Number(form.values.amount))}?`}
        confirmLabel={`${verb} ${formatRupees(Number(form.values.amount))}`}
        busy={recharge.isPending}
      >
        <Summary user={user} balance={balance} values={form.values} />
      </ConfirmDialog>
    </>
  )
}

function AmountFields({ form }: { form: CheckedForm<Values> }) {
  return (
    <>
      <NumberInput
        label="Amount"
        leftSection={<IconCurrencyRupee size={18} aria-hidden />}
        decimalScale={2}
        hideControls
        thousandSeparator=","
        thousandsGroupStyle="lakh"
        inputMode="decimal"
        autoComplete="off"
        {...form.getInputProps('amount')}
        data-autofocus
      />
      <fieldset className={classes.quick}>
        <legend className={classes.legend}>Popular amounts</legend>
        {quickAmounts.map((rupees) => (
          <Button
            key={rupees}
            variant="default"
            size="sm"
            aria-pressed={Number(form.values.amount) === rupees}
            onClick={() => form.setFieldValue('amount', rupees)}
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
        {...form.getInputProps('reference')}
      />
      <TextInput
        label="Note to the agent"
        description="The agent sees it in the email and on the statement."
        mt="md"
        autoComplete="off"
        maxLength={rechargeLengths.note}
        {...form.getInputProps('note')}
      />
    </>
  )
}

/** What the confirmation repeats before money moves. */
function Summary({
  user,
  balance,
  values,
}: Pick<AddAmountDialogProps, 'user' | 'balance'> & { values: Values }) {
  const amount = Number(values.amount)
  const mayRecharge = useMay('money')
  return (
    <>
      {!mayRecharge && <p>Another admin decides. Until then no money moves.</p>}
      <p>
        <strong>{formatRupees(amount)}</strong> will be added to the wallet of{' '}
        <strong>
          <bdi>{user?.name}</bdi>
        </strong>{' '}
        ({user?.email}).
      </p>
      {values.reference.trim() && (
        <p className={classes.given}>
          Reference: <bdi>{values.reference.trim()}</bdi>
        </p>
      )}
      {values.note.trim() && (
        <p className={classes.given}>
          Note: <bdi>{values.note.trim()}</bdi>
        </p>
      )}
      {balance !== undefined && (
        <p>
          The new balance will be <Money paise={paise(balance) + paise(amount)} />.
        </p>
      )}
    </>
  )
}

function paise(rupees: number): number {
  return Math.round(rupees * 100)
}
