import { NumberInput, Switch } from '@mantine/core'
import {
  type PolicyNumber,
  type PolicySwitch,
  policyLimits,
  policyTerms,
} from '@raahi/contract/return-policy'
import { fieldErrorsOf } from '../../lib/form-errors.ts'
import type { CheckedForm } from '../../lib/use-checked-form.ts'
import classes from './return-policy-screen.module.css'

/** The terms as typed. */
export type PolicyValues = Record<PolicyNumber, number | string> & Record<PolicySwitch, boolean>

export const policyErrors = (values: PolicyValues) => fieldErrorsOf(policyTerms, values)

type PolicyFormProps = { form: CheckedForm<PolicyValues> }

/** The fields of the terms. */
export function PolicyFields({ form }: PolicyFormProps) {
  return (
    <>
      <div className={classes.numbers}>
        <NumberField
          form={form}
          name="reportDays"
          description="Counted from the purchase. To appeal: from the rejection."
        />
        <NumberField form={form} name="decideHours" description="Counted from the request." />
      </div>
      <Switch
        label="Approve automatically when a decision is late"
        description="The agent gets the refund as if you had approved the request."
        {...form.getInputProps('approvesLate', { type: 'checkbox' })}
      />
      <CheckFields form={form} />
      <div className={classes.numbers}>
        <NumberField
          form={form}
          name="maxReturnPercent"
          description="Above it, you decide all requests of an agent. Counted over 30 days."
        />
        <NumberField
          form={form}
          name="ratePurchases"
          description="With fewer purchases in 30 days the rate does not count."
        />
        <NumberField
          form={form}
          name="maxAutomatic"
          description="After so many approvals by checks and travellers in 30 days, you decide."
        />
      </div>
    </>
  )
}

const checkTexts: readonly (readonly [PolicySwitch, label: string, description: string])[] = [
  [
    'sameContactApproves',
    'Same contact',
    'The agent bought a lead with this phone number or email in the 90 days before.',
  ],
  [
    'soldBeforeApproves',
    'Sold before',
    'Another lead with this contact was sold in the 30 days before.',
  ],
  [
    'withdrawnApproves',
    'Withdrawn',
    'The traveller withdrew or had their data erased before the purchase or within 24 hours after it.',
  ],
  [
    'travellerApproves',
    'Traveller’s answer',
    'Asked once by email if the agent reports that the traveller cannot be reached or is not travelling.',
  ],
]

function CheckFields({ form }: PolicyFormProps) {
  return (
    <fieldset className={classes.checks}>
      <legend className={classes.legend}>Approve at once when a check proves it</legend>
      <p className={classes.hint}>
        Each request is checked. A check that is off only shows you what it found.
      </p>
      {checkTexts.map(([name, label, description]) => (
        <Switch
          key={name}
          label={label}
          description={description}
          {...form.getInputProps(name, { type: 'checkbox' })}
        />
      ))}
    </fieldset>
  )
}

type NumberFieldProps = PolicyFormProps & {
  name: PolicyNumber
  description: string
}

/** A whole number. Its error is shown while it is typed, and it is never changed. */
function NumberField({ form, name, description }: NumberFieldProps) {
  const { label, min, max } = policyLimits[name]
  return (
    <NumberInput
      label={label}
      description={description}
      {...form.getInputProps(name)}
      error={policyErrors(form.values)[name]}
      min={min}
      max={max}
      clampBehavior="none"
      allowDecimal={false}
      allowNegative={false}
      inputMode="numeric"
      required
      withAsterisk={false}
    />
  )
}
