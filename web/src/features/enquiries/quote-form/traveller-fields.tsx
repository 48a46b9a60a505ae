import { tripCountries, tripKinds } from '@raahi/contract/enquiry-words'
import type { ReactNode } from 'react'
import { destinations } from '../../destinations/destinations.ts'
import { EnquiryDate } from './enquiry-date.tsx'
import { EnquiryChoice, EnquiryField } from './enquiry-field.tsx'
import classes from './enquiry-form.module.css'
import { type Errors, TEXT_LENGTH, type Texts, type TravellerField } from './quote-fields.ts'

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

/** The fields about the traveller and the trip, used by the quote form and by the correction. */
export function TravellerFields({
  form,
  errors,
  values = {},
  today,
  children,
}: TravellerFieldsProps) {
  const field = (name: TravellerField) => ({
    form,
    name,
    error: errors[name],
    defaultValue: values[name] ?? '',
  })
  const line = (name: TravellerField) => ({ ...field(name), maxLength: TEXT_LENGTH })
  const number = (name: TravellerField) => ({
    ...field(name),
    inputMode: 'numeric' as const,
    maxLength: 9,
    autoComplete: 'off',
  })
  return (
    <>
      <fieldset className={classes.group}>
        <legend className={classes.legend}>About you</legend>
        <div className={classes.pair}>
          <EnquiryField {...line('name')} label="Full name" required autoComplete="name" />
          <EnquiryField
            {...field('phone')}
            label="Phone"
            type="tel"
            required
            maxLength={40}
            autoComplete="tel"
            placeholder="98765 43210"
          />
          <EnquiryField {...field('email')} label="Email" type="email" autoComplete="email" />
          <EnquiryField {...line('city')} label="Current city" autoComplete="address-level2" />
        </div>
      </fieldset>
      <fieldset className={classes.group}>
        <legend className={classes.legend}>About the trip</legend>
        <div className={classes.pair}>
          <EnquiryField
            {...line('destination')}
            label="Destination"
            list={`${form}-places`}
            autoComplete="off"
          />
          <EnquiryDate {...field('travelDate')} label="Travel date" min={today} />
        </div>
        <datalist id={`${form}-places`}>
          {destinations.map(({ slug, name }) => (
            <option key={slug} value={name} />
          ))}
        </datalist>
        <div className={classes.numbers}>
          <EnquiryField {...number('travelDays')} label="Days" />
          <EnquiryField {...number('travelNights')} label="Nights" />
          <EnquiryField {...number('adult')} label="Adults" />
          <EnquiryField {...number('children')} label="Children" />
          <EnquiryField {...number('infant')} label="Infants" />
        </div>
        <div className={classes.choices}>
          <EnquiryChoice
            form={form}
            name="tripType"
            label="Kind of trip"
            error={errors.tripType}
            options={listTripKinds(values.tripType)}
            value={values.tripType}
          />
          <EnquiryChoice
            form={form}
            name="leadType"
            label="Within India or abroad"
            error={errors.leadType}
            options={Object.entries(tripCountries)}
            value={values.leadType}
          />
          {children}
        </div>
      </fieldset>
    </>
  )
}

/** The offered kinds of trip, and the present one if it is another. */
function listTripKinds(current = ''): [value: string, words: string][] {
  const kinds = Object.entries(tripKinds)
  if (current === '' || current in tripKinds) return kinds
  return [...kinds, [current, current.replace('_', ' ')]]
}
