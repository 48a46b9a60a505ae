import { Textarea } from '@mantine/core'
import { maxBillingAddress } from '@raahi/contract/update-user'
import type { CheckedForm } from '../../../lib/use-checked-form.ts'
import { FormSection } from '../../../ui/form-section.tsx'
import type { AccountValues } from './account-values.ts'
import { TaxFields } from './tax-fields.tsx'

/** The billing details that invoices show with the agent's name. All fields are optional. */
export function BillingFields<Values extends AccountValues>({
  form,
}: {
  form: CheckedForm<Values>
}) {
  return (
    <FormSection title="Billing details for invoices">
      <TaxFields form={form} />
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
