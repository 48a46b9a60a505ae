import { NativeSelect, NumberInput, type NumberInputProps, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { travelMonths, tripBudgets, tripPriorities } from '@raahi/contract/enquiry-labels'
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
const monthChoices = [notSaid, ...travelMonths.map((month) => ({ value: month, label: month }))]
const budgetChoices = [notSaid, ...choicesOf(tripBudgets)]
const priorityChoices = [notSaid, ...choicesOf(tripPriorities)]

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
        {form.getValues().travelDate === '' && (
          <NativeSelect label="Travel month" data={monthChoices} {...field('travelMonth')} />
        )}
        <NativeSelect
          label="Budget per person"
          data={budgetChoices}
          {...field('budgetPerPerson')}
        />
        <NativeSelect label="What matters most" data={priorityChoices} {...field('priority')} />
      </FormSection>
      <FormSection title="Group Size" columns={3}>
        <CountInput label="Adults" {...field('adult')} />
        <CountInput label="Children" {...field('children')} />
        <CountInput label="Infants" {...field('infant')} />
      </FormSection>
    </>
  )
}

function choicesOf(labels: Readonly<Record<string, string>>) {
  return Object.entries(labels).map(([value, label]) => ({ value, label }))
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
