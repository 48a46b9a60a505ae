import { useDebouncedValue } from '@mantine/hooks'
import { emailField, phoneField } from '@raahi/contract/fields'
import { findKnownLeads, type KnownLead } from '@raahi/contract/leads'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { leadsKey } from '../../../lib/query-keys.ts'
import type { LeadFormValues } from '../public/lead-form-values.ts'

type TypedContact = Pick<LeadFormValues, 'phone' | 'email'>

const phoneSchema = phoneField()
const emailSchema = emailField()

/** The look-up of a contact. Parts that are not valid yet are left out. */
function knownLeadsQuery({ phone, email }: TypedContact) {
  const query = {
    phone: phoneSchema.safeParse(phone).data,
    email: emailSchema.safeParse(email).data,
  }
  return queryOptions({
    queryKey: [...leadsKey, 'known', query],
    queryFn: ({ signal }) => call(findKnownLeads, { query }, { signal }),
    enabled: query.phone !== undefined || query.email !== undefined,
  })
}

/** The earlier leads of the contact that is being typed. */
export function useKnownLeads({ phone, email }: TypedContact): readonly KnownLead[] {
  const [typedPhone] = useDebouncedValue(phone, 300)
  const [typedEmail] = useDebouncedValue(email, 300)
  return useQuery(knownLeadsQuery({ phone: typedPhone, email: typedEmail })).data ?? []
}

/** Reads the earlier leads of a contact before it is saved. If they cannot be read, there are none to ask about. */
export function useReadKnownLeads(): (contact: TypedContact) => Promise<readonly KnownLead[]> {
  const client = useQueryClient()
  return (contact) => client.fetchQuery(knownLeadsQuery(contact)).catch(() => [])
}
