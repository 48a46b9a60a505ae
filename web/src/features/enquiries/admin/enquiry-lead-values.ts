import type { Enquiry } from '@raahi/contract/enquiries'
import { countryOf } from '@raahi/contract/places'
import { type LeadFormValues, leadFormValues } from '../../leads/public/lead-form-values.ts'

/** The values of the lead form for an enquiry. An unknown trip type or lead type gets a proposal. */
export function leadValuesOf(enquiry: Enquiry): LeadFormValues {
  const { tripType, leadType, destination } = enquiry
  return leadFormValues({
    ...enquiry,
    tripType: tripType ?? 'Others',
    leadType: leadType ?? countryOf(destination),
  })
}
