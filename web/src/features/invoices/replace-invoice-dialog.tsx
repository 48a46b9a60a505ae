import { Alert, Stack } from '@mantine/core'
import { gstStates } from '@raahi/contract/gst'
import {
  gstTaxes,
  type Invoice,
  type InvoiceReplacement,
  replacementBody,
} from '@raahi/contract/invoices'
import { IconInfoCircle } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { errorMessage, errorWithReason } from '../../lib/api-error.ts'
import { fieldErrorsOf } from '../../lib/form-errors.ts'
import { type CheckedForm, useCheckedForm } from '../../lib/use-checked-form.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { DefinitionList } from '../../ui/definition-list.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { FormModal } from '../../ui/form-modal.tsx'
import { Money } from '../../ui/money.tsx'
import { SkeletonList } from '../../ui/skeleton-list.tsx'
import { notifySuccess } from '../../ui/toast.ts'
import { stateOf, TaxFields } from '../users/public/tax-fields.tsx'
import { useInvoiceReplacement, useReplacing } from './invoices.api.ts'
import { invoicePath } from './public/invoice-labels.ts'

const barTexts: Record<NonNullable<InvoiceReplacement['barredBy']>, string> = {
  replaced: 'This invoice has been replaced by another one already.',
  credited: 'The payment of this invoice is refunded, whole or in part, so it cannot be replaced.',
  'period-ended':
    'The GST return of the month of this invoice is due, so it cannot be replaced any more.',
}

interface Details extends Record<string, string> {
  gstin: string
  billingState: string
}

const bodyOf = (invoiceId: string, details: Details) => ({
  invoiceId,
  gstin: details.gstin,
  stateCode: stateOf(details),
})

interface ReplaceInvoiceDialogProps {
  invoice: Invoice
  opened: boolean
  onClose: () => void
}

/** Replaces an invoice with a wrong state or GSTIN. The change of the tax must be confirmed first. */
export default function ReplaceInvoiceDialog({
  invoice,
  opened,
  onClose,
}: ReplaceInvoiceDialogProps) {
  const [isConfirming, setConfirming] = useState(false)
  const query = useInvoiceReplacement(invoice._id, { enabled: opened })
  const form = useCheckedForm<Details>({
    initialValues: { gstin: '', billingState: '' },
    validate: (details) => errorsOf(invoice, details),
  })
  const profile = query.data?.profile
  useEffect(() => {
    if (!profile) return
    form.fill({ gstin: profile.gstin ?? '', billingState: profile.stateCode ?? '' })
  }, [profile?.gstin, profile?.stateCode])
  const replacing = useReplacing()
  const navigate = useNavigate()
  const body = bodyOf(invoice._id, form.values)
  const confirm = () =>
    replacing.mutate(body, {
      onSuccess: ({ invoiceId }) => {
        notifySuccess('Invoice replaced.')
        onClose()
        void navigate(invoicePath(invoiceId))
      },
      onError: form.showRefusal,
      onSettled: () => setConfirming(false),
    })
  const close = () => {
    if (isConfirming || replacing.isPending) return
    replacing.reset()
    onClose()
  }
  return (
    <>
      <FormModal
        opened={opened}
        onClose={close}
        title="Replace an invoice"
        onSubmit={form.onSubmit(() => setConfirming(true))}
        submitLabel="Replace"
        submitDisabled={query.data?.barredBy !== null}
        error={
          replacing.isError && errorMessage(replacing.error, 'The invoice could not be replaced.')
        }
        size="30rem"
      >
        <ReplacementFields invoice={invoice} query={query} form={form} />
      </FormModal>
      <ConfirmDialog
        opened={isConfirming}
        onClose={() => setConfirming(false)}
        onConfirm={confirm}
        title={`Replace invoice ${invoice.number}?`}
        confirmLabel="Replace invoice"
        tone="danger"
        busy={replacing.isPending}
      >
        <Summary invoice={invoice} gstin={body.gstin} stateCode={body.stateCode} />
      </ConfirmDialog>
    </>
  )
}

function errorsOf(invoice: Invoice, details: Details): Record<string, string | undefined> {
  const body = bodyOf(invoice._id, details)
  const { stateCode, ...errors } = fieldErrorsOf(replacementBody, body)
  if (stateCode) return { ...errors, billingState: stateCode }
  const isSame =
    body.stateCode === invoice.buyer.stateCode && body.gstin === (invoice.buyer.gstin ?? '')
  return isSame ? { billingState: 'The invoice has this state and GSTIN.', ...errors } : errors
}

/** The invoice with the right details, while they load, or why they could not be loaded. */
function ReplacementFields({
  invoice,
  query: { data, error, isFetching, refetch },
  form,
}: {
  invoice: Invoice
  query: ReturnType<typeof useInvoiceReplacement>
  form: CheckedForm<Details>
}) {
  if (!data) {
    return error ? (
      <ErrorState
        text={errorWithReason(error, 'The invoice could not be loaded.')}
        onRetry={() => refetch()}
        retrying={isFetching}
      />
    ) : (
      <SkeletonList label="Loading the invoice..." layout="rows" count={3} />
    )
  }
  const { buyer } = invoice
  return (
    <Stack mt="md" gap="md">
      <DefinitionList
        items={[
          { label: 'Invoice', value: invoice.number },
          { label: 'Billed to', value: <bdi>{buyer.companyName}</bdi> },
          { label: 'State', value: buyer.stateName },
          { label: 'GSTIN', value: buyer.gstin },
          { label: 'Can be replaced until', value: <DateTime value={data.lastDay} dateOnly /> },
        ]}
      />
      {data.barredBy ? (
        <Alert color="marigold" role="status" icon={<IconInfoCircle size={20} aria-hidden />}>
          {barTexts[data.barredBy]}
        </Alert>
      ) : (
        <TaxFields form={form} isBrief />
      )}
    </Stack>
  )
}

/** What the confirmation repeats: the documents, and how the tax changes. */
function Summary({
  invoice: { number, total, seller, placeOfSupplyCode },
  gstin,
  stateCode,
}: {
  invoice: Invoice
  gstin: string
  stateCode: string
}) {
  const taxesIn = (state: string) =>
    gstTaxes(state, seller.stateCode)
      .map(({ label }) => label)
      .join(' and ')
  const [before, after] = [taxesIn(placeOfSupplyCode), taxesIn(stateCode)]
  return (
    <>
      <p>
        A credit note reverses invoice {number}, and a new invoice of <Money exact rupees={total} />{' '}
        is issued for <strong>{gstStates[stateCode]}</strong>
        {gstin && <>, GSTIN {gstin}</>}. No money moves. The agent gets an email with both.
      </p>
      <p>
        {before === after
          ? `The tax stays ${after}.`
          : `The tax changes from ${before} to ${after}.`}
      </p>
    </>
  )
}
