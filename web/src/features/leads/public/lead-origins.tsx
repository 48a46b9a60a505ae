import { Anchor } from '@mantine/core'
import type { Answer } from '@raahi/contract/endpoint'
import { listLeadOrigins } from '@raahi/contract/enquiries'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { call } from '../../../lib/api.ts'
import { leadsKey } from '../../../lib/query-keys.ts'
import { enquiryAddress } from '../../lead-facts/public/lead-address.ts'

type Origin = Answer<typeof listLeadOrigins>[number]

/** Origins by the id of the lead. */
export type LeadOrigins = ReadonlyMap<string, Origin>

/**
 * Where these leads came from. The list does not wait for them, and is shown without them if they cannot be loaded,
 * because no decision depends on them.
 */
export function useLeadOrigins(leads: readonly { _id: string }[]): LeadOrigins | undefined {
  const ids = leads.map(({ _id }) => _id).join(',')
  const { data } = useQuery({
    queryKey: [...leadsKey, 'origins', ids],
    queryFn: ({ signal }) => call(listLeadOrigins, { query: { ids } }, { signal }),
    enabled: ids !== '',
    placeholderData: keepPreviousData,
    // The origin of a lead never changes. Only an erasure removes it.
    staleTime: 60_000,
  })
  return data && new Map(data.map((origin) => [origin.leadId, origin]))
}

/** The source of a lead, with a link to the enquiry from which it was converted. */
export function LeadOrigin({ origin: { reference, arrivedBy } }: { origin: Origin }) {
  if (reference === undefined) return <>{arrivedBy.name}</>
  return (
    <>
      {reference === null ? (
        'Erased enquiry'
      ) : (
        <Anchor component={Link} to={enquiryAddress(reference)} inherit>
          {reference}
        </Anchor>
      )}
      , {arrivedBy.name}
    </>
  )
}
