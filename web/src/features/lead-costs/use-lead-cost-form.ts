import { type LeadCost, type LeadCostType, updateLeadCost } from '@raahi/contract/lead-costs'
import { fieldErrorsOf } from '../../lib/form-errors.ts'
import { useCheckedForm } from '../../lib/use-checked-form.ts'
import { notifySuccess } from '../../ui/toast.ts'
import { formatSavedMessage } from './lead-cost-effects.ts'
import { useSetLeadCost } from './public/lead-costs.api.ts'

const empty = { type: 'international' as LeadCostType, price: '' as number | string }

/** The form that sets the price of a lead type. After a success only the price is emptied. */
export function useLeadCostForm(costs: readonly LeadCost[], onSaved?: () => void) {
  const save = useSetLeadCost()
  const form = useCheckedForm({ initialValues: empty, validate: priceErrors })
  form.watch('price', save.reset)
  const submit = form.onSubmit(({ type, price }) =>
    save.mutate(
      { type, price: Number(price) },
      {
        onSuccess: (saved) => {
          notifySuccess(formatSavedMessage(costs, saved))
          form.setFieldValue('price', '')
          onSaved?.()
        },
        onError: form.showRefusal,
      },
    ),
  )
  return { form, save, submit }
}

/** The error of a price; `''` is an empty field. */
export function priceErrors({ price }: { price: number | string }): Record<string, string> {
  if (price === '') return { price: 'Fill the form.' }
  return fieldErrorsOf(updateLeadCost.body, { price: Number(price) })
}
