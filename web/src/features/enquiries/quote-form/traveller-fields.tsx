import { type TravellerField, travellerFields } from '@raahi/contract/enquiry-form'
import { type Errors, type FormField, optionLabel, type Texts } from '@raahi/contract/form-field'
import type { ReactNode } from 'react'
import { destinations } from '../../destinations/destinations.ts'
import { EnquiryDate } from './enquiry-date.tsx'
import { EnquiryChoice, EnquiryField } from './enquiry-field.tsx'
import classes from './enquiry-form.module.css'

interface TravellerFieldsProps {
  /** Id prefix of the form, because a page may contain two. */
  form: string
  errors: Errors<TravellerField>
  values?: Partial<Texts<TravellerField>>
  /** The earliest travel date, YYYY-MM-DD; '' before hydration. */
  today: string
  /** Further select fields beside the kind of trip. */
  children?: ReactNode
}

type Field = [name: TravellerField, field: FormField]

/** The fields of one part of the form: those with these kinds in this section. */
function fieldsOf(section: FormField['section'], ...kinds: FormField['kind'][]): Field[] {
  return (Object.entries(travellerFields) as Field[]).filter(
    ([, field]) => field.section === section && kinds.includes(field.kind),
  )
}

/** The fields about the traveller and the trip, used by the quote form and by the correction. */
export function TravellerFields({
  form,
  errors,
  values = {},
  today,
  children,
}: TravellerFieldsProps) {
  const common = ([name, { label }]: Field) => ({ form, name, label, error: errors[name] })
  const renderField = ([name, field]: Field) => {
    const input = { ...common([name, field]), defaultValue: values[name] ?? '' }
    if (field.kind === 'date') return <EnquiryDate key={name} {...input} min={today} />
    return (
      <EnquiryField
        key={name}
        {...input}
        type={field.kind === 'number' ? 'text' : field.kind}
        inputMode={field.kind === 'number' ? 'numeric' : undefined}
        required={field.required !== undefined}
        maxLength={field.maxLength}
        autoComplete={field.autoComplete ?? 'off'}
        placeholder={field.placeholder}
        list={name === 'destination' ? `${form}-places` : undefined}
      />
    )
  }
  return (
    <>
      <fieldset className={classes.group}>
        <legend className={classes.legend}>About you</legend>
        <div className={classes.pair}>
          {fieldsOf('traveller', 'text', 'tel', 'email').map(renderField)}
        </div>
      </fieldset>
      <fieldset className={classes.group}>
        <legend className={classes.legend}>About the trip</legend>
        <div className={classes.pair}>{fieldsOf('trip', 'text', 'date').map(renderField)}</div>
        <datalist id={`${form}-places`}>
          {destinations.map(({ slug, name }) => (
            <option key={slug} value={name} />
          ))}
        </datalist>
        <div className={classes.numbers}>{fieldsOf('trip', 'number').map(renderField)}</div>
        <div className={classes.choices}>
          {fieldsOf('trip', 'select').map(([name, field]) => (
            <EnquiryChoice
              key={name}
              {...common([name, field])}
              options={listOptions(field, values[name])}
              value={values[name]}
            />
          ))}
          {children}
        </div>
      </fieldset>
    </>
  )
}

/** The offered options, and the present one if it is another. */
function listOptions(field: FormField, present = ''): readonly (readonly [string, string])[] {
  const { options = [] } = field
  if (present === '' || options.some(([value]) => value === present)) return options
  return [...options, [present, optionLabel(field, present) ?? present]]
}
