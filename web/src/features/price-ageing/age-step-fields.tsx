import { Button, NumberInput } from '@mantine/core'
import { type LeadType, leadTypes } from '@raahi/contract/leads'
import {
  type AgeRule,
  type AgeStepNumber,
  ageRule,
  ageStepLimits,
  maxAgeSteps,
} from '@raahi/contract/price-ageing'
import { fieldErrorsOf } from '../../lib/form-errors.ts'
import { newId } from '../../lib/new-id.ts'
import type { CheckedForm } from '../../lib/use-checked-form.ts'
import { leadTypeLabels } from '../lead-facts/public/lead-labels.ts'
import classes from './price-ageing.module.css'

/** A step as typed. */
type StepValues = Record<AgeStepNumber, number | string> & { key: string }
/** The steps as typed, by lead type. */
export type AgeStepValues = Record<LeadType, StepValues[]>

export function toValues(rule: AgeRule): AgeStepValues {
  const valuesOf = (type: LeadType) => rule[type].map((step) => ({ ...step, key: newId() }))
  return { domestic: valuesOf('domestic'), international: valuesOf('international') }
}

/** The typed steps in the shape of a rule, not checked yet. */
export function toRule(values: AgeStepValues) {
  const stepsOf = (type: LeadType) => values[type].map(({ key: _, ...step }) => step)
  return { domestic: stepsOf('domestic'), international: stepsOf('international') }
}

export const stepErrors = (values: AgeStepValues) => fieldErrorsOf(ageRule, toRule(values))

type FieldsProps = { form: CheckedForm<AgeStepValues> }

/** The steps of each lead type, edited in line. */
export function AgeStepFields({ form }: FieldsProps) {
  return (
    <div className={classes.types}>
      {leadTypes.map((type) => (
        <TypeFields key={type} form={form} type={type} />
      ))}
    </div>
  )
}

function TypeFields({ form, type }: FieldsProps & { type: LeadType }) {
  const label = leadTypeLabels[type]
  const steps = form.values[type]
  return (
    <fieldset className={classes.type}>
      <legend className={classes.legend}>{label}</legend>
      {steps.length === 0 && <p className={classes.hint}>No steps: leads keep their price.</p>}
      {steps.map(({ key }, at) => (
        <div key={key} className={classes.step}>
          <StepNumber form={form} type={type} at={at} name="afterDays" />
          <StepNumber form={form} type={type} at={at} name="percent" />
          <Button
            variant="default"
            className={classes.remove}
            aria-label={`Remove step ${at + 1} of ${label}`}
            onClick={() => form.removeListItem(type, at)}
          >
            Remove
          </Button>
        </div>
      ))}
      {steps.length < maxAgeSteps && (
        <Button
          variant="default"
          aria-label={`Add a step for ${label}`}
          onClick={() => form.insertListItem(type, { key: newId(), afterDays: '', percent: '' })}
        >
          Add a step
        </Button>
      )}
    </fieldset>
  )
}

type NumberProps = FieldsProps & { type: LeadType; at: number; name: AgeStepNumber }

/** A whole number. Its error is shown while it is typed, once it has a value; a field that is empty waits for the submit. */
function StepNumber({ form, type, at, name }: NumberProps) {
  const { label, min, max } = ageStepLimits[name]
  const field = `${type}.${at}.${name}`
  const { error, ...props } = form.getInputProps(field)
  const isEmpty = form.values[type][at]?.[name] === ''
  return (
    <NumberInput
      label={label}
      {...props}
      aria-label={`${label}, step ${at + 1} of ${leadTypeLabels[type]}`}
      error={isEmpty ? error : stepErrors(form.values)[field]}
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
