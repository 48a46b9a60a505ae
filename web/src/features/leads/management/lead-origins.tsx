import { Anchor } from '@mantine/core'
import { listLeadOrigins } from '@raahi/contract/enquiries'
import type { Lead } from '@raahi/contract/leads'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { call } from '../../../lib/api.ts'
import { leadsKey } from '../../../lib/query-keys.ts'
import { enquiryAddress } from '../../lead-facts/public/lead-address.ts'

/** References of enquiries by the id of the lead they became; null if the enquiry was erased. */
export type LeadOrigins = ReadonlyMap<string, string | null>

/**
 * The enquiries from which these leads were converted. The list does not wait for them, and is shown without them if
 * they cannot be loaded, because no decision depends on them.
 */
export function useLeadOrigins(leads: readonly Lead[]): LeadOrigins | undefined {
  const ids = leads.map(({ _id }) => _id).join(',')
  const { data } = useQuery({
    queryKey: [...leadsKey, 'origins', ids],
    queryFn: ({ signal }) => call(listLeadOrigins, { query: { ids } }, { signal }),
    enabled: ids !== '',
    placeholderData: keepPreviousData,
    // The origin of a lead never changes. Only an erasure removes it.
    staleTime: 60_000,
  })
  return data && new Map(data.map(({ leadId, reference }) => [leadId, reference]))
}

/** A link to the enquiry from which a lead was converted. Renders nothing if an admin entered the lead. */
export function LeadOrigin({ reference }: { reference: string | null | undefined }) {
  if (reference === undefined) return null
  if (reference === null) return <>Erased enquiry</>
  return (
    <Anchor component={Link} to={enquiryAddress(reference)} inherit>
      {reference}
    </Anchor>
  )
}
