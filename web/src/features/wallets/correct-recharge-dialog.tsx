import { Alert, TextInput } from '@mantine/core'
import { formatRupees } from '@raahi/contract/formats'
import { missingPaise } from '@raahi/contract/money'
import { type CorrectableRecharge, correctionBody, rechargeLengths } from '@raahi/contract/wallets'
import { IconInfoCircle } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ApiError, errorMessage, errorWithReason } from '../../lib/api-error.ts'
import { fieldErrorsOf } from '../../lib/form-errors.ts'
import { refetch } from '../../lib/refetch.ts'
import { useCheckedForm } from '../../lib/use-checked-form.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { DefinitionList } from '../../ui/definition-list.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { FormModal } from '../../ui/form-modal.tsx'
import { Money } from '../../ui/money.tsx'
import { PriceInput } from '../../ui/price-input.tsx'
import { SkeletonList } from '../../ui/skeleton-list.tsx'
import { notifySuccess } from '../../ui/toast.ts'
import classes from './correct-recharge-dialog.module.css'
import { useCorrectableRecharge, useCorrection } from './wallets.api.ts'

interface CorrectRechargeDialogProps {
  /** The id of the recharge's transaction. */
  rechargeId: string
  opened: boolean
  onClose: () => void
}

const empty = { amount: '' as number | string, reason: '' }

/** Takes back a wrong recharge, whole or in part. The amount and the resulting balance must be confirmed first. */
export function CorrectRechargeDialog({ rechargeId, opened, onClose }: CorrectRechargeDialogProps) {
  const [isConfirming, setConfirming] = useState(false)
  const query = useCorrectableRecharge(rechargeId, { enabled: opened })
  const recharge = query.data
  const max = recharge?.maxAmount
  const correction = useCorrection()
  const queryClient = useQueryClient()
  const form = useCheckedForm({
    initialValues: empty,
    validate: ({ amount, reason }) => {
      const rupees = amount === '' ? undefined : Number(amount)
      const errors = fieldErrorsOf(correctionBody.pick({ amount: true, reason: true }), {
        amount: rupees,
        reason,
      })
      const isTooLarge = max !== undefined && (rupees ?? 0) > max
      return isTooLarge ? { amount: `At most ${formatRupees(max)}.`, ...errors } : errors
    },
  })
  useEffect(() => {
    // Also if the balance has changed meanwhile: then the amount that is there is offered.
    if (opened && max !== undefined) form.setFieldValue('amount', max === 0 ? '' : max)
  }, [opened, rechargeId, max])
  const close = () => {
    // This dialog also receives Escape while the question is open above it.
    if (isConfirming || correction.isPending) return
    form.fill(empty)
    correction.reset()
    onClose()
  }
  const amount = Number(form.values.amount)
  const confirm = () => {
    const body = { transactionId: rechargeId, amount, reason: form.values.reason.trim() }
    correction.mutate(body, {
      onSuccess: () => {
        form.fill(empty)
        notifySuccess('Recharge corrected.')
        onClose()
        // The wallet, its statement, and the lists of users and transactions have changed.
        void refetch(queryClient, [])
      },
      onError: (error) => {
        // After a lost response the amount stays, so that the same correction is sent again with its key.
        if (error instanceof ApiError && !error.isOutcomeUnknown) void query.refetch()
      },
      onSettled: () => setConfirming(false),
    })
  }
  return (
    <>
      <FormModal
        opened={opened}
        onClose={close}
        title="Correct a recharge"
        onSubmit={form.onSubmit(() => setConfirming(true))}
        submitLabel="Take back"
        submitDisabled={!max}
        error={
          correction.isError &&
          errorMessage(correction.error, 'The recharge could not be corrected.')
        }
        size="30rem"
      >
        {recharge ? (
          <RechargeFacts recharge={recharge} />
        ) : query.error ? (
          <ErrorState
            text={errorWithReason(query.error, 'The recharge could not be loaded.')}
            onRetry={() => query.refetch()}
            retrying={query.isFetching}
          />
        ) : (
          <SkeletonList label="Loading the recharge..." layout="rows" count={3} />
        )}
        {recharge && recharge.maxAmount > 0 && (
          <>
            <PriceInput
              label="Amount to take back"
              hideControls
              autoComplete="off"
              mt="md"
              {...form.getInputProps('amount')}
              data-autofocus
            />
            <TextInput
              label="Reason"
              description="The agent sees it in the email and on the statement."
              mt="md"
              autoComplete="off"
              maxLength={rechargeLengths.reason}
              {...form.getInputProps('reason')}
            />
          </>
        )}
      </FormModal>
      <ConfirmDialog
        opened={isConfirming}
        onClose={() => setConfirming(false)}
        onConfirm={confirm}
        title={`Take back ${formatRupees(amount)}?`}
        confirmLabel={`Take back ${formatRupees(amount)}`}
        tone="danger"
        busy={correction.isPending}
      >
        {recharge && (
          <Summary recharge={recharge} amount={amount} reason={form.values.reason.trim()} />
        )}
      </ConfirmDialog>
    </>
  )
}

/** The recharge, and what limits its correction. */
function RechargeFacts({ recharge }: { recharge: CorrectableRecharge }) {
  const { user, paymentId, amount, corrected, wallet, createdAt } = recharge
  const limit = limitOf(recharge)
  return (
    <div className={classes.facts}>
      <DefinitionList
        items={[
          { label: 'Agent', value: <bdi>{user.name.trim() || user.email}</bdi> },
          {
            label: `Recharge ${paymentId}`,
            value: (
              <>
                <Money rupees={amount} />, <DateTime value={createdAt} />
              </>
            ),
          },
          ...(corrected > 0
            ? [{ label: 'Already taken back', value: <Money rupees={corrected} /> }]
            : []),
          { label: 'Wallet balance', value: <Money rupees={wallet} /> },
        ]}
      />
      {limit && (
        <Alert
          color="marigold"
          role="status"
          mt="md"
          icon={<IconInfoCircle size={20} aria-hidden />}
        >
          {limit}
        </Alert>
      )}
    </div>
  )
}

/** Why less than the whole recharge can be taken back; null: no reason. */
function limitOf({ amount, corrected, wallet }: CorrectableRecharge): string | null {
  const leftPaise = missingPaise(corrected, amount)
  if (leftPaise === 0) return 'This recharge has been taken back in full.'
  if (wallet === 0) return 'The wallet is empty, so nothing can be taken back.'
  if (missingPaise(wallet, leftPaise / 100) === 0) return null
  return `The wallet holds ${formatRupees(wallet)}, less than the ${formatRupees(leftPaise / 100)} that are left of this recharge. At most ${formatRupees(wallet)} can be taken back.`
}

/** What the confirmation repeats before money moves. */
function Summary({
  recharge: { user, wallet },
  amount,
  reason,
}: {
  recharge: CorrectableRecharge
  amount: number
  reason: string
}) {
  return (
    <>
      <p>
        <strong>{formatRupees(amount)}</strong> will be taken from the wallet of{' '}
        <strong>
          <bdi>{user.name}</bdi>
        </strong>{' '}
        ({user.email}). The agent gets an email.
      </p>
      <p>
        Reason: <bdi>{reason}</bdi>
      </p>
      <p>
        The new balance will be <Money paise={missingPaise(amount, wallet)} />.
      </p>
    </>
  )
}
