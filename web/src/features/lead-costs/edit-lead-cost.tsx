import { Alert } from '@mantine/core'
import { type LeadCost, updateLeadCost } from '@raahi/contract/lead-costs'
import { useEffect } from 'react'
import { errorWithReason } from '../../lib/api-error.ts'
import { useCheckedForm } from '../../lib/use-checked-form.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { PriceInput } from '../../ui/price-input.tsx'
import { notifySuccess } from '../../ui/toast.ts'
import { CostEffect } from './cost-effect.tsx'
import { leadCostTypeLabels } from './lead-cost-effects.ts'
import classes from './lead-costs.module.css'
import { useUpdateLeadCost } from './public/lead-costs.api.ts'
import { priceErrors } from './use-lead-cost-form.ts'

/** Changes the price of a lead type in its row, and shows the effect beforehand. */
export function EditLeadCost({ cost, onClose }: { cost: LeadCost; onClose: () => void }) {
  const update = useUpdateLeadCost()
  const form = useCheckedForm<{ price: number | string }>({
    initialValues: { price: cost.price },
    validate: priceErrors,
  })
  useEffect(() => {
    form.getInputNode('price')?.focus()
  }, [])
  const submit = form.onSubmit(({ price }) =>
    update.mutate(
      { id: cost._id, price: Number(price) },
      {
        onSuccess: () => {
          notifySuccess(updateLeadCost.message)
          onClose()
        },
        onError: form.showRefusal,
      },
    ),
  )
  const close = () => {
    if (!update.isPending) onClose()
  }
  return (
    <form
      onSubmit={submit}
      noValidate
      aria-label={`Edit Lead Cost: ${leadCostTypeLabels[cost.type]}`}
      onKeyDown={({ key }) => {
        if (key === 'Escape') close()
      }}
    >
      <div className={classes.edit}>
        <PriceInput {...form.getInputProps('price')} readOnly={update.isPending} />
        <div className={classes.editButtons}>
          <BusyButton variant="default" onClick={close} busy={update.isPending}>
            Cancel
          </BusyButton>
          <BusyButton type="submit" busy={update.isPending}>
            {update.isPending ? 'Saving..' : 'Save'}
          </BusyButton>
        </div>
      </div>
      <CostEffect
        type={cost.type}
        price={form.values.price}
        text="Applies to leads on sale from now on. Sold leads keep their price."
      />
      {update.isError && (
        <Alert color="brick" role="alert" className={classes.message}>
          {errorWithReason(update.error, 'Failed to update lead cost', ': ')}
        </Alert>
      )}
    </form>
  )
}
