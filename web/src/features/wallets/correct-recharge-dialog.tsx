import { Alert, TextInput } from '@mantine/core'
import { formatRupees } from '@raahi/contract/formats'
import { missingPaise } from '@raahi/contract/money'
import { type CorrectableRecharge, correctionBody, rechargeLengths } from '@raahi/contract/wallets'
import { IconInfoCircle } from '@tabler/icons-react'
import { errorMessage, errorWithReason } from '../../lib/api-error.ts'
import { type ReversalOptions, type Reversing, useReversal } from '../../lib/use-reversal.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { DefinitionList } from '../../ui/definition-list.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { FormModal } from '../../ui/form-modal.tsx'
import { Money } from '../../ui/money.tsx'
import { PriceInput } from '../../ui/price-input.tsx'
import { SkeletonList } from '../../ui/skeleton-list.tsx'
import classes from './correct-recharge-dialog.module.css'
import { useCorrectableRecharge, useCorrection } from './wallets.api.ts'

const correction = {
  useSource: useCorrectableRecharge,
  useSend: useCorrection,
  fields: correctionBody.pick({ amount: true, reason: true }),
  doneText: 'Recharge corrected.',
}

/** Takes back a wrong recharge, whole or in part. The amount and the resulting balance must be confirmed first. */
export function CorrectRechargeDialog(props: ReversalOptions) {
  const correcting = useReversal(correction, props)
  const { source: recharge, form, sending, body, isConfirming } = correcting
  return (
    <>
      <FormModal
        opened={props.opened}
        onClose={correcting.close}
        title="Correct a recharge"
        onSubmit={form.onSubmit(correcting.ask)}
        submitLabel="Take back"
        submitDisabled={!recharge?.maxAmount}
        error={
          sending.isError && errorMessage(sending.error, 'The recharge could not be corrected.')
        }
        size="30rem"
      >
        <CorrectionFields correcting={correcting} />
      </FormModal>
      <ConfirmDialog
        opened={isConfirming}
        onClose={correcting.cancel}
        onConfirm={correcting.confirm}
        title={`Take back ${formatRupees(body.amount)}?`}
        confirmLabel={`Take back ${formatRupees(body.amount)}`}
        tone="danger"
        busy={sending.isPending}
      >
        {recharge && <Summary recharge={recharge} amount={body.amount} reason={body.reason} />}
      </ConfirmDialog>
    </>
  )
}

/** The recharge with the fields of its correction, while it loads, or why it could not be loaded. */
function CorrectionFields({ correcting }: { correcting: Reversing<CorrectableRecharge> }) {
  const { source: recharge, query, form } = correcting
  if (!recharge) {
    return query.error ? (
      <ErrorState
        text={errorWithReason(query.error, 'The recharge could not be loaded.')}
        onRetry={() => query.refetch()}
        retrying={query.isFetching}
      />
    ) : (
      <SkeletonList label="Loading the recharge..." layout="rows" count={3} />
    )
  }
  return (
    <>
      <RechargeFacts recharge={recharge} />
      {recharge.maxAmount > 0 && (
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
