import { type LeadCost, updateLeadCost } from '@raahi/contract/lead-costs'
import { type FormEvent, useState } from 'react'
import { errorWithReason } from '../../lib/api-error.ts'
import { FormModal } from '../../ui/form-modal.tsx'
import { FormSection } from '../../ui/form-section.tsx'
import { PriceInput } from '../../ui/price-input.tsx'
import { notifySuccess } from '../../ui/toast.ts'
import { leadCostTypeLabels } from './lead-cost-effects.ts'
import { useUpdateLeadCost } from './public/lead-costs.api.ts'

type EditLeadCostDialogProps = {
  /** The price to change; null before the first one was chosen. */
  cost: LeadCost | null
  opened: boolean
  onClose: () => void
}

/** Changes the price of a lead type. */
export function EditLeadCostDialog({ cost, opened, onClose }: EditLeadCostDialogProps) {
  /** The typed price; null while the field shows the current price. */
  const [typed, setTyped] = useState<number | string | null>(null)
  const [priceError, setPriceError] = useState<string | null>(null)
  const update = useUpdateLeadCost()
  const price = typed ?? cost?.price ?? ''

  const close = () => {
    setTyped(null)
    setPriceError(null)
    update.reset()
    onClose()
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!cost) return
    if (price === '') {
      setPriceError('Fill the form.')
      return
    }
    const parsed = updateLeadCost.body.safeParse({ price: Number(price) })
    if (!parsed.success) {
      setPriceError(parsed.error.issues[0]?.message ?? 'Enter a price of 0 or more.')
      return
    }
    update.mutate(
      { id: cost._id, price: Number(price) },
      {
        onSuccess: () => {
          notifySuccess('Successfully updated lead cost.')
          close()
        },
      },
    )
  }

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
          value={price}
          onChange={(value) => {
            setTyped(value)
            setPriceError(null)
          }}
          error={priceError}
          description="Applies to leads on sale from now on. Sold leads keep their price."
          data-autofocus
        />
      </FormSection>
    </FormModal>
  )
}
