import { NativeSelect, NumberInput, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { planTypes } from '@raahi/contract/plans'
import { FormSection } from '../../../ui/form-section.tsx'
import { PriceInput } from '../../../ui/price-input.tsx'
import { planTypeLabels } from '../public/plan-labels.ts'
import type { PlanFormValues } from './plan-form-values.ts'

const typeChoices = planTypes.map((type) => ({ value: type, label: planTypeLabels[type] }))

type PlanFormFieldsProps = {
  form: UseFormReturnType<PlanFormValues>
  /** Whether an existing plan is edited. Its description may be empty. */
  editing: boolean
}

/** The fields of a plan. */
export function PlanFormFields({ form, editing }: PlanFormFieldsProps) {
  const field = (name: keyof PlanFormValues) => ({ ...form.getInputProps(name), name })
  const { onChange: changePlanId, ...planId } = field('planId')
  return (
    <FormSection>
      <TextInput
        label="Plan ID"
        autoComplete="off"
        required
        data-autofocus
        {...planId}
        onChange={(event) => {
          changePlanId(event)
          // An invalid value gets its error at once, although the button still waits for the other fields.
          if (event.currentTarget.value.trim() === '') {
            form.setFieldError('planId', 'Plan ID is required.')
          }
        }}
      />
      <TextInput label="Plan name" autoComplete="off" required {...field('planName')} />
      <PriceInput required {...field('price')} />
      <NativeSelect label="Plan type" data={typeChoices} {...field('planType')} />
      <WholeNumberInput label="Validity (days)" {...field('validity')} />
      <WholeNumberInput label="Number of leads" {...field('numberOfLeads')} />
      <Textarea label="Description" rows={3} required={!editing} {...field('description')} />
    </FormSection>
  )
}

/** A whole number of 1 or more. The schema reports values above the limit. The field never changes the typed value. */
function WholeNumberInput(props: { label: string; name: string }) {
  return (
    <NumberInput
      min={1}
      clampBehavior="none"
      allowNegative={false}
      allowDecimal={false}
      thousandSeparator=","
      thousandsGroupStyle="lakh"
      inputMode="numeric"
      required
      {...props}
    />
  )
}
