import { Alert, Box, TextInput } from '@mantine/core'
import type { Answer } from '@raahi/contract/endpoint'
import { formatRupees } from '@raahi/contract/formats'
import { missingPaise } from '@raahi/contract/money'
import { askedText } from '@raahi/contract/money-requests'
import {
  maxRefundReason,
  type RefundablePayment,
  refundBody,
  refundPayment,
} from '@raahi/contract/payments'
import { IconInfoCircle } from '@tabler/icons-react'
import { errorMessage, errorWithReason } from '../../lib/api-error.ts'
import { useMay } from '../../lib/session.ts'
import { type ReversalOptions, type Reversing, useReversal } from '../../lib/use-reversal.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { DefinitionList } from '../../ui/definition-list.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { FormModal } from '../../ui/form-modal.tsx'
import { Money } from '../../ui/money.tsx'
import { PriceInput } from '../../ui/price-input.tsx'
import { SkeletonList } from '../../ui/skeleton-list.tsx'
import { useRefund, useRefundablePayment } from './refunds.api.ts'

const refund = {
  useSource: useRefundablePayment,
  useSend: useRefund,
  fields: refundBody.pick({ amount: true, reason: true }),
  doneText: ({ requestId }: Answer<typeof refundPayment>) =>
    requestId ? askedText : refundPayment.message,
}

/** Refunds an online payment to its payer, whole or in part. Amount and effect must be confirmed first. */
export function RefundPaymentDialog(props: ReversalOptions) {
  const mayRefund = useMay('money')
  const refunding = useReversal(refund, props)
  const { source: payment, form, sending, body, isConfirming } = refunding
  return (
    <>
      <FormModal
        opened={props.opened}
        onClose={refunding.close}
        title="Refund a payment"
        onSubmit={form.onSubmit(refunding.ask)}
        submitLabel={mayRefund ? 'Refund' : 'Ask for the refund'}
        submitDisabled={!payment?.maxAmount}
        error={sending.isError && errorMessage(sending.error, 'The payment could not be refunded.')}
        size="30rem"
      >
        <RefundFields refunding={refunding} />
      </FormModal>
      <ConfirmDialog
        opened={isConfirming}
        onClose={refunding.cancel}
        onConfirm={refunding.confirm}
        title={`${mayRefund ? 'Refund' : 'Ask to refund'} ${formatRupees(body.amount)}?`}
        confirmLabel={`${mayRefund ? 'Refund' : 'Ask for'} ${formatRupees(body.amount)}`}
        tone="danger"
        busy={sending.isPending}
      >
        {payment && <Summary payment={payment} amount={body.amount} reason={body.reason} />}
      </ConfirmDialog>
    </>
  )
}

/** The payment with the fields of its refund, while it loads, or why it could not be loaded. */
function RefundFields({
  refunding: { source: payment, query, form },
}: {
  refunding: Reversing<RefundablePayment>
}) {
  if (!payment) {
    return query.error ? (
      <ErrorState
        text={errorWithReason(query.error, 'The payment could not be loaded.')}
        onRetry={() => query.refetch()}
        retrying={query.isFetching}
      />
    ) : (
      <SkeletonList label="Loading the payment..." layout="rows" count={3} />
    )
  }
  return (
    <>
      <PaymentFacts payment={payment} />
      {payment.maxAmount > 0 && (
        <>
          <PriceInput
            label="Amount to refund"
            description="It goes back to the original payment method."
            hideControls
            autoComplete="off"
            mt="md"
            {...form.getInputProps('amount')}
            data-autofocus
          />
          <TextInput
            label="Reason"
            description={
              payment.plan
                ? 'The agent sees it in the email.'
                : 'The agent sees it in the email and on the statement.'
            }
            mt="md"
            autoComplete="off"
            maxLength={maxRefundReason}
            {...form.getInputProps('reason')}
          />
        </>
      )}
    </>
  )
}

/** The payment, and what limits its refund. */
function PaymentFacts({ payment }: { payment: RefundablePayment }) {
  const { user, paymentId, amount, refunded, wallet, createdAt, planName, plan } = payment
  const limit = limitOf(payment)
  return (
    <Box mt="md">
      <DefinitionList
        items={[
          { label: 'Agent', value: <bdi>{user.name.trim() || user.email}</bdi> },
          {
            label: 'Payment',
            value: (
              <>
                <Money rupees={amount} />, <DateTime value={createdAt} />
              </>
            ),
          },
          { label: 'Payment ID', value: paymentId },
          ...(refunded > 0
            ? [{ label: 'Already refunded', value: <Money rupees={refunded} /> }]
            : []),
          ...(plan
            ? [
                { label: 'Plan', value: planName },
                { label: 'Leads used', value: `${plan.leadsUsed} of ${plan.numberOfLeads}` },
              ]
            : [{ label: 'Wallet balance', value: <Money rupees={wallet} /> }]),
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
    </Box>
  )
}

/** Why less than the rest of the payment can be refunded; null: no reason. */
function limitOf(payment: RefundablePayment): string | null {
  const { amount, refunded, maxAmount, limitedBy, wallet, plan } = payment
  const leftPaise = missingPaise(refunded, amount)
  if (leftPaise === 0) return 'This payment has been refunded in full.'
  if (limitedBy === 'too-old')
    return 'This payment is more than six months old, so the gateway does not refund it any more.'
  if (limitedBy === 'used-leads' && plan) {
    const rest = maxAmount > 0 ? ` At most ${formatRupees(maxAmount)} can be refunded.` : ''
    return `The used leads of this plan cost ${formatRupees(plan.usedWorth)}, which stays paid.${rest}`
  }
  if (limitedBy === 'paid-returns')
    return 'Leads of this plan were paid back into the wallet after its end, so it cannot be refunded.'
  if (limitedBy === 'wallet') {
    return maxAmount > 0
      ? `The wallet holds ${formatRupees(wallet)}, less than the ${formatRupees(leftPaise / 100)} that are left of this payment. At most ${formatRupees(maxAmount)} can be refunded.`
      : 'The wallet holds too little, so nothing can be refunded.'
  }
  return maxAmount === 0
    ? 'Less than ₹1 is left of this payment, which the gateway does not refund.'
    : null
}

/** What the confirmation repeats before money moves. */
function Summary({
  payment: { user, wallet, plan, planName, amount: paid, refunded },
  amount,
  reason,
}: {
  payment: RefundablePayment
  amount: number
  reason: string
}) {
  const isWhole = missingPaise(amount, missingPaise(refunded, paid) / 100) === 0
  return (
    <>
      <p>
        <strong>{formatRupees(amount)}</strong> will be refunded to{' '}
        <strong>
          <bdi>{user.name}</bdi>
        </strong>{' '}
        ({user.email}), to the original payment method. The agent gets an email and a credit note.
      </p>
      <p>
        Reason: <bdi>{reason}</bdi>
      </p>
      {plan ? (
        <p>
          {isWhole
            ? `The whole price is refunded, so the plan ${planName} ends.`
            : `The plan ${planName} stays. A lead that is returned after its end gives back a share of the rest of the price.`}
        </p>
      ) : (
        <p>
          The amount is taken from the wallet. The new balance will be{' '}
          <Money paise={missingPaise(amount, wallet)} />.
        </p>
      )}
    </>
  )
}
