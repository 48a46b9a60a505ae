import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { gstStates, isGstin, normaliseGstin } from '@raahi/contract/gst'
import { maxBillingAddress } from '@raahi/contract/update-user'
import { FormSection } from '../../../ui/form-section.tsx'
import type { AccountValues } from './account-values.ts'

const stateOptions = [
  { value: '', label: 'Not given' },
  ...Object.entries(gstStates)
    .map(([value, label]) => ({ value, label }))
    .toSorted((a, b) => a.label.localeCompare(b.label)),
]

/** The billing details that invoices show with the agent's name. All fields are optional. */
export function BillingFields({ form }: { form: UseFormReturnType<AccountValues> }) {
  const typed = normaliseGstin(form.values.gstin)
  const hasGstin = isGstin(typed)
  return (
    <FormSection title="Billing details for invoices">
      <TextInput
        label="GSTIN"
        description="15 characters. If you are registered for GST, you can then claim the tax back."
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={20}
        {...form.getInputProps('gstin')}
      />
      <NativeSelect
        label="State"
        description={
          hasGstin
            ? 'The state of the GSTIN.'
            : 'Decides CGST and SGST, or IGST. The total stays the same.'
        }
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        data={stateOptions}
        disabled={hasGstin}
        {...form.getInputProps('billingState')}
        {...(hasGstin && { value: typed.slice(0, 2) })}
      />
      <Textarea
        label="Billing address"
        description="Street and PIN code for your next invoices. Earlier invoices do not change."
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        autosize
        minRows={2}
        maxRows={5}
        maxLength={maxBillingAddress}
        autoComplete="street-address"
        {...form.getInputProps('billingAddress')}
      />
    </FormSection>
  )
}
