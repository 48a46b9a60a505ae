import { NativeSelect, NumberInput, type NumberInputProps, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { travellerFields, wishNames } from '@raahi/contract/enquiry-form'
import { leadTypes, tripTypes } from '@raahi/contract/leads'
import { dayInIndia } from '@raahi/contract/trip-field-checks'
import { serverNow } from '../../../lib/server-clock.ts'
import { DateField } from '../../../ui/date-field.tsx'
import { FormSection } from '../../../ui/form-section.tsx'
import { PhoneField } from '../../../ui/phone-field.tsx'
import { leadTypeLabels, tripTypeLabels } from '../../lead-facts/public/lead-labels.ts'
import type { LeadFormKind, LeadFormValues } from '../public/lead-form-values.ts'

const leadTypeChoices = leadTypes.map((type) => ({ value: type, label: leadTypeLabels[type] }))
const tripTypeChoices = tripTypes.map((type) => ({ value: type, label: tripTypeLabels[type] }))
const notSaid = { value: '', label: 'Not said' }

/** The hint is below the input, so that fields side by side stay aligned if only one has a hint. */
const hintBelow: ('label' | 'input' | 'description' | 'error')[] = [
  'label',
  'input',
  'description',
  'error',
]

interface LeadFormFieldsProps {
  form: UseFormReturnType<LeadFormValues>
  kind: LeadFormKind
  leadTypeHint: string | undefined
}

/** The three sections of the lead form. */
export function LeadFormFields({ form, kind, leadTypeHint }: LeadFormFieldsProps) {
  const needsAll = kind === 'entered'
  const isOpenType = form.getValues().leadType === ''
  const field = (name: keyof LeadFormValues) => ({ ...form.getInputProps(name), name })
  const wish = (name: 'travelMonth' | (typeof wishNames)[number]) => ({
    label: travellerFields[name].label,
    data: [notSaid, ...travellerFields[name].options.map(([value, label]) => ({ value, label }))],
    ...field(name),
  })
  const { travelDate } = form.getValues()
  const isPast = travelDate !== '' && travelDate < dayInIndia(serverNow())
  return (
    <>
      <FormSection title="Personal Information">
        <TextInput label="Name" autoComplete="off" required data-autofocus {...field('name')} />
        <PhoneField autoComplete="off" required {...field('phone')} />
        <TextInput
          label="Email"
          type="email"
          autoComplete="off"
          required={needsAll}
          {...field('email')}
        />
        <TextInput
          label="City"
          autoComplete="off"
          description="Where the traveller lives."
          inputWrapperOrder={hintBelow}
          required={needsAll}
          {...field('city')}
        />
      </FormSection>
      <FormSection title="Travel Details">
        <TextInput
          label="Destination"
          autoComplete="off"
          required={needsAll}
          {...field('destination')}
        />
        <DateField
          label="Travel date"
          description={isPast && 'This date has passed. The lead will not be for sale.'}
          inputWrapperOrder={hintBelow}
          {...field('travelDate')}
        />
        <CountInput label="Days" {...field('travelDays')} />
        <CountInput label="Nights" {...field('travelNights')} />
        <NativeSelect
          label="Lead type"
          data={isOpenType ? [{ value: '', label: 'Choose' }, ...leadTypeChoices] : leadTypeChoices}
          description={leadTypeHint}
          inputWrapperOrder={hintBelow}
          {...field('leadType')}
        />
        <NativeSelect label="Trip type" data={tripTypeChoices} {...field('tripType')} />
        {form.getValues().travelDate === '' && <NativeSelect {...wish('travelMonth')} />}
        {wishNames.map((name) => (
          <NativeSelect key={name} {...wish(name)} />
        ))}
      </FormSection>
      <FormSection title="Group Size" columns={3}>
        <CountInput label="Adults" {...field('adult')} />
        <CountInput label="Children" {...field('children')} />
        <CountInput label="Infants" {...field('infant')} />
      </FormSection>
    </>
  )
}

/** A whole number of 0 or more. The schema reports values above the limit. The field never changes the typed value. */
function CountInput(props: NumberInputProps) {
  return (
    <NumberInput
      min={0}
      allowNegative={false}
      allowDecimal={false}
      inputMode="numeric"
      {...props}
    />
  )
}
