import { createLead, deleteLead, updateLead } from '../../contract/src/leads.ts'
import type { Office } from './office.ts'
import { refusedOtherwise } from './sentences.ts'
import type { LeadFacts } from './told.ts'
import type { Client } from './world.ts'

let made = 0
/** A name that nothing else has. */
export const ownName = (of: string) => {
  made += 1
  return `${of} ${made}`
}

export const leadForm = (name: string, { dice }: Pick<Client, 'dice'>) => ({
  name,
  phone: `+9180${String(dice.between(0, 99_999_999)).padStart(8, '0')}`,
  email: 'traveller@torture.example',
  city: dice.pick(['Pune', 'Delhi', 'Kochi']),
  destination: dice.pick(['Goa', 'Kerala', 'Bali']),
  leadType: dice.pick(['domestic', 'international'] as const),
})

/** Puts a lead on sale. Asked once: asked again it could be there twice, which is right but not what was wanted. */
export async function createOneLead({ client, admin, leads }: Office): Promise<void> {
  const name = ownName('Lead')
  const { told: facts } = client.world
  const told = await client.askAs(admin, createLead, { body: leadForm(name, client), once: true })
  refusedOtherwise(client, 'createLead', told, ['UNKNOWN'])
  if (told.code !== null) {
    facts.perhaps.add(name)
    return
  }
  leads.push(told.data._id)
  facts.leads.set(told.data._id, { names: [name], isDeleted: false, soldOutside: false })
}

/** Edits, deletes or marks as sold one of the leads that it has made, while agents buy them. */
export async function changeLead(office: Office): Promise<void> {
  const { client, leads } = office
  if (leads.length === 0) return
  const { dice } = client
  const id = dice.pick(leads)
  const facts = client.world.told.leads.get(id)
  if (!facts) return
  const action = dice.pick(['edit', 'edit', 'edit', 'delete', 'markSold'])
  if (action === 'edit') await edit(office, id, facts)
  else if (action === 'delete') await remove(office, id, facts)
  else await markSold(office, id, facts)
}

async function edit({ client, admin }: Office, id: string, facts: LeadFacts): Promise<void> {
  const name = ownName('Edited lead')
  const told = await client.askAs(admin, updateLead, {
    params: { id },
    body: leadForm(name, client),
  })
  refusedOtherwise(client, 'updateLead', told, ['LEAD_ALREADY_SOLD'])
  if (told.code === null) facts.names = [name]
  // A try whose answer was lost may have come before the sale.
  else if (told.unknowns > 0) facts.names.push(name)
}

async function remove({ client, admin, leads }: Office, id: string, facts: LeadFacts) {
  const told = await client.askAs(admin, deleteLead, { params: { id } })
  refusedOtherwise(client, 'deleteLead', told, told.unknowns > 0 ? ['LEAD_NOT_FOUND'] : [])
  facts.isDeleted = true
  leads.splice(leads.indexOf(id), 1)
}

async function markSold({ client, admin }: Office, id: string, facts: LeadFacts): Promise<void> {
  const told = await client.askAs(admin, updateLead, { params: { id }, body: { satatus: 'sold' } })
  refusedOtherwise(client, 'updateLead', told, ['LEAD_ALREADY_SOLD'])
  if (told.code === null) facts.soldOutside = true
  else if (told.unknowns > 0 && facts.soldOutside === false) facts.soldOutside = null
}
