import type { Lead } from '@raahi/contract/leads'

/** Where an admin finds a lead: the list looks for names, not for numbers. */
export function leadAddress({ name }: Pick<Lead, 'name'>): string {
  return `/dashboard/add-leads?search=${encodeURIComponent(name)}`
}
