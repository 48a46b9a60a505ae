import { Anchor } from '@mantine/core'
import { listLeadOrigins } from '@raahi/contract/enquiries'
import type { Lead } from '@raahi/contract/leads'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { call } from '../../../lib/api.ts'
import { enquiryAddress } from '../../enquiries/admin/enquiry-filters.ts'
import { leadsKey } from '../leads.api.ts'

/** References of enquiries by the lead that was made of them; null: the enquiry has been erased. */
export type LeadOrigins = ReadonlyMap<string, string | null>

/**
 * Which of these leads were made from an enquiry. The list does not wait for it, and is shown without it if it cannot be
 * loaded: no decision depends on it.
 */
export function useLeadOrigins(leads: readonly Lead[]): LeadOrigins | undefined {
  const ids = leads.map(({ _id }) => _id).join(',')
  const { data } = useQuery({
    queryKey: [...leadsKey, 'origins', ids],
    queryFn: ({ signal }) => call(listLeadOrigins, { query: { ids } }, { signal }),
    enabled: ids !== '',
    placeholderData: keepPreviousData,
    // Where a lead came from never changes; only an erasure takes it away.
    staleTime: 60_000,
  })
  return data && new Map(data.map(({ leadId, reference }) => [leadId, reference]))
}

/** The way back to the enquiry that a lead was made of; nothing where an admin entered the lead by hand. */
export function LeadOrigin({ reference }: { reference: string | null | undefined }) {
  if (reference === undefined) return null
  if (reference === null) return <>Erased enquiry</>
  return (
    <Anchor component={Link} to={enquiryAddress(reference)} inherit>
      {reference}
    </Anchor>
  )
}
