import type { LeadCost } from '@raahi/contract/lead-costs'
import { useEffect } from 'react'
import { errorWithReason } from '../../lib/api-error.ts'
import { useCheckedForm } from '../../lib/use-checked-form.ts'
import { FormModal } from '../../ui/form-modal.tsx'
import { FormSection } from '../../ui/form-section.tsx'
import { PriceInput } from '../../ui/price-input.tsx'
import { notifySuccess } from '../../ui/toast.ts'
import { leadCostTypeLabels } from './lead-cost-effects.ts'
import { useUpdateLeadCost } from './public/lead-costs.api.ts'
import { priceErrors } from './use-lead-cost-form.ts'

type EditLeadCostDialogProps = {
  /** The price to change; null before the first one was chosen. */
  cost: LeadCost | null
  opened: boolean
  onClose: () => void
}

/** Changes the price of a lead type. */
export function EditLeadCostDialog({ cost, opened, onClose }: EditLeadCostDialogProps) {
  const update = useUpdateLeadCost()
  const form = useCheckedForm<{ price: number | string }>({
    initialValues: { price: '' },
    validate: priceErrors,
  })
  useEffect(() => {
    if (opened) form.fill({ price: cost?.price ?? '' })
  }, [opened, cost])
  const close = () => {
    update.reset()
    onClose()
  }
  const submit = form.onSubmit(({ price }) => {
    if (!cost) return
    update.mutate(
      { id: cost._id, price: Number(price) },
      {
        onSuccess: () => {
          notifySuccess('Successfully updated lead cost.')
          close()
        },
        onError: form.showRefusal,
      },
    )
  })
  return (
    <FormModal
      opened={opened}
      onClose={close}
      title={cost ? `Edit Lead Cost: ${leadCostTypeLabels[cost.type]}` : 'Edit Lead Cost'}
      onSubmit={submit}
      submitLabel="Save"
      busy={update.isPending}
      error={update.isError && errorWithReason(update.error, 'Failed to update lead cost', ': ')}
      size="26rem"
    >
      <FormSection columns={1}>
        <PriceInput
          {...form.getInputProps('price')}
          description="Applies to leads on sale from now on. Sold leads keep their price."
          data-autofocus
        />
      </FormSection>
    </FormModal>
  )
}
