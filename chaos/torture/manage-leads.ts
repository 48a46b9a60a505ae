import { createLead, deleteLead, updateLead } from '../../contract/src/leads.ts'
import type { AdminSession } from './admin-session.ts'
import { checkResponseCode } from './check-response.ts'
import type { ExpectedLead } from './expected-state.ts'
import type { Client } from './run-state.ts'

let nameCount = 0
/** Returns a name that no other record has. */
export const uniqueName = (of: string) => {
  nameCount += 1
  return `${of} ${nameCount}`
}

export const leadForm = (name: string, { random }: Pick<Client, 'random'>) => ({
  name,
  phone: `+9180${String(random.between(0, 99_999_999)).padStart(8, '0')}`,
  email: `traveller${random.between(0, 99_999_999)}@torture.example`,
  city: random.pick(['Pune', 'Delhi', 'Kochi']),
  destination: random.pick(['Goa', 'Kerala', 'Bali']),
  leadType: random.pick(['domestic', 'international'] as const),
})

/** Creates a lead. Never retries, because a second attempt could create a second lead. */
export async function createOneLead({ client, admin, leads }: AdminSession): Promise<void> {
  const name = uniqueName('Lead')
  const { expected } = client.state
  const response = await client.sendAs(admin, createLead, {
    body: leadForm(name, client),
    noRetry: true,
  })
  checkResponseCode(client, 'createLead', response, ['UNKNOWN'])
  if (response.code !== null) {
    expected.uncertainNames.add(name)
    return
  }
  leads.push(response.data._id)
  expected.leads.set(response.data._id, { names: [name], isDeleted: false, soldOutside: false })
}

/** Edits, deletes or marks as sold a lead that this admin created, while agents buy it. */
export async function changeLead(session: AdminSession): Promise<void> {
  const { client, leads } = session
  if (leads.length === 0) return
  const { random } = client
  const id = random.pick(leads)
  const expected = client.state.expected.leads.get(id)
  if (!expected) return
  const action = random.pick(['edit', 'edit', 'edit', 'delete', 'markSold'])
  if (action === 'edit') await edit(session, id, expected)
  else if (action === 'delete') await remove(session, id, expected)
  else await markSold(session, id, expected)
}

async function edit(
  { client, admin }: AdminSession,
  id: string,
  expected: ExpectedLead,
): Promise<void> {
  const name = uniqueName('Edited lead')
  const response = await client.sendAs(admin, updateLead, {
    params: { id },
    body: leadForm(name, client),
  })
  checkResponseCode(client, 'updateLead', response, ['LEAD_ALREADY_SOLD'])
  if (response.code === null) expected.names = [name]
  // An attempt whose response was lost may have succeeded before the sale.
  else if (response.unknownOutcomes > 0) expected.names.push(name)
}

async function remove({ client, admin, leads }: AdminSession, id: string, expected: ExpectedLead) {
  const response = await client.sendAs(admin, deleteLead, { params: { id } })
  checkResponseCode(
    client,
    'deleteLead',
    response,
    response.unknownOutcomes > 0 ? ['LEAD_NOT_FOUND'] : [],
  )
  expected.isDeleted = true
  leads.splice(leads.indexOf(id), 1)
}

async function markSold(
  { client, admin }: AdminSession,
  id: string,
  expected: ExpectedLead,
): Promise<void> {
  const response = await client.sendAs(admin, updateLead, {
    params: { id },
    body: { satatus: 'sold' },
  })
  checkResponseCode(client, 'updateLead', response, ['LEAD_ALREADY_SOLD'])
  if (response.code === null) expected.soldOutside = true
  else if (response.unknownOutcomes > 0 && expected.soldOutside === false)
    expected.soldOutside = null
}
