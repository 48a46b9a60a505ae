import { NativeSelect, TextInput } from '@mantine/core'
import { gstStates, isGstin, normaliseGstin } from '@raahi/contract/gst'
import type { CheckedForm } from '../../../lib/use-checked-form.ts'

const stateOptions = [
  { value: '', label: 'Not given' },
  ...Object.entries(gstStates)
    .map(([value, label]) => ({ value, label }))
    .toSorted((a, b) => a.label.localeCompare(b.label)),
]

/** The state of the given details: that of the GSTIN, if it is valid; '' if no state is given. */
export function stateOf({ gstin, billingState }: { gstin: string; billingState: string }): string {
  const typed = normaliseGstin(gstin)
  return isGstin(typed) ? typed.slice(0, 2) : billingState
}

interface TaxFieldsProps<Values extends { gstin: string; billingState: string }> {
  form: CheckedForm<Values>
  /** For a payment, which says above the fields what the state decides, and needs the state. */
  isBrief?: boolean
}

/** The GSTIN and the state of an agent. A valid GSTIN sets the state. */
export function TaxFields<Values extends { gstin: string; billingState: string }>({
  form,
  isBrief = false,
}: TaxFieldsProps<Values>) {
  const hasGstin = isGstin(normaliseGstin(form.values.gstin))
  const gstin = (
    <TextInput
      label={isBrief ? 'GSTIN (optional)' : 'GSTIN'}
      description={
        isBrief
          ? 'To claim the tax back.'
          : '15 characters. If you are registered for GST, you can then claim the tax back.'
      }
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      maxLength={20}
      {...form.getInputProps('gstin')}
    />
  )
  return (
    <>
      {!isBrief && gstin}
      <NativeSelect
        label="State"
        description={
          hasGstin
            ? 'The state of the GSTIN.'
            : !isBrief && 'Decides CGST and SGST, or IGST. The total stays the same.'
        }
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        data={stateOptions}
        disabled={hasGstin}
        {...form.getInputProps('billingState')}
        {...(hasGstin && { value: stateOf(form.values) })}
      />
      {isBrief && gstin}
    </>
  )
}
