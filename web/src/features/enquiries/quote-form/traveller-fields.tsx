import {
  type TravellerField,
  travellerFieldNames,
  travellerFields,
} from '@raahi/contract/enquiry-form'
import { type Errors, type FormField, optionLabel, type Texts } from '@raahi/contract/form-field'
import { loadPhones } from '@raahi/contract/phones'
import type { ReactNode } from 'react'
import { EnquiryChips } from './enquiry-chips.tsx'
import { EnquiryCount } from './enquiry-count.tsx'
import { EnquiryDate } from './enquiry-date.tsx'
import { EnquiryField } from './enquiry-field.tsx'
import classes from './enquiry-form.module.css'
import { PlaceOptions, usePlaceOptions } from './place-options.tsx'
import { quoteSteps } from './quote-steps.ts'

interface TravellerFieldsProps {
  /** Id prefix of the form, because a page may contain two. */
  form: string
  errors: Errors<TravellerField>
  values?: Partial<Texts<TravellerField>>
  /** The earliest travel date, YYYY-MM-DD; '' before hydration. */
  today: string
  /** The only step that is shown while scripts run; absent: the form has no steps. */
  step?: number
  /** Another key empties the date field. */
  dateKey?: number
  /** Shows only these fields; the others keep their values. */
  only?: readonly TravellerField[]
  /** Further fields about the traveller. */
  children?: ReactNode
}

/** The fields about the traveller and the trip, used by the quote form and by the correction. */
export function TravellerFields({
  form,
  errors,
  values = {},
  today,
  step,
  dateKey,
  only,
  children,
}: TravellerFieldsProps) {
  const { options, loadOptions } = usePlaceOptions()
  const isShown = (name: TravellerField) => !only || only.includes(name)
  const draw = (name: TravellerField) => {
    const drawn = drawField(name)
    if (!only) return drawn
    return (
      <div key={name} hidden={!isShown(name)} className={classes.part}>
        {drawn}
      </div>
    )
  }
  const drawField = (name: TravellerField) => {
    const field: FormField = travellerFields[name]
    const { kind, label, maxLength } = field
    const value = values[name] ?? ''
    const optional = field.required === undefined
    const common = { form, name, label, error: errors[name], optional }
    if (kind === 'date') {
      return <EnquiryDate key={dateKey} {...common} defaultValue={value} min={today} />
    }
    if (kind === 'number') {
      return <EnquiryCount key={name} {...common} defaultValue={value} maxLength={maxLength} />
    }
    if (kind === 'select') {
      const options = listOptions(field, value)
      return <EnquiryChips key={name} {...common} options={options} value={value} />
    }
    return (
      <EnquiryField
        key={name}
        {...common}
        defaultValue={value}
        type={kind}
        required={field.required !== undefined}
        maxLength={maxLength}
        autoComplete={field.autoComplete}
        placeholder={field.placeholder}
        hint={field.hint}
        onFocus={isPlaceField(name) ? loadOptions : kind === 'tel' ? loadPhones : undefined}
        onInput={isPlaceField(name) ? loadOptions : undefined}
        list={isPlaceField(name) ? `${form}-places` : undefined}
      />
    )
  }
  return (
    <>
      {quoteSteps.map(({ legend, section }, index) => {
        const names = travellerFieldNames.filter(
          (name) => travellerFields[name].section === section,
        )
        return (
          <fieldset
            key={section}
            className={step === undefined ? classes.group : classes.step}
            data-shown={step === index || undefined}
            hidden={!names.some(isShown)}
          >
            <legend className={classes.legend} hidden={!names.every(isShown)}>
              {legend}
            </legend>
            {names.map(draw)}
            {section === 'traveller' && children}
          </fieldset>
        )
      })}
      <PlaceOptions id={`${form}-places`} options={options} />
    </>
  )
}

const isPlaceField = (name: TravellerField) => name === 'destination' || name === 'city'

/** The offered options, and the present one if it is another. */
function listOptions(field: FormField, present: string): readonly (readonly [string, string])[] {
  const { options = [] } = field
  if (present === '' || options.some(([value]) => value === present)) return options
  return [...options, [present, optionLabel(field, present) ?? present]]
}
