import type { Lead } from '@raahi/contract/leads'

/** The address of the admin's list that shows a lead. It searches by name, because the list cannot search by number. */
export function leadAddress({ name }: Pick<Lead, 'name'>): string {
  return `/dashboard/add-leads?search=${encodeURIComponent(name)}`
}

/** The address of the list that shows only this enquiry, in any status. */
export function enquiryAddress(reference: string): string {
  return `/dashboard/enquiries?status=all&search=${reference}`
}

/** The address of the page of a source. */
export function sourceAddress({ _id }: { _id: string }): string {
  return `/dashboard/sources/${_id}`
}
