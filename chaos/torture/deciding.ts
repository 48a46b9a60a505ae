import { listContactMessages, markContactMessage } from '../../contract/src/contact.ts'
import { convertEnquiry, listEnquiries, rejectEnquiry } from '../../contract/src/enquiries.ts'
import { leadForm, ownName } from './lead-keeping.ts'
import type { Office } from './office.ts'
import { refusedOtherwise } from './sentences.ts'

/** Turns an enquiry that waits into a lead, or rejects it; others may be at it, its traveller too. */
export async function decideEnquiry({ client, admin }: Office): Promise<void> {
  const { dice, world } = client
  const waiting = await client.askAs(admin, listEnquiries, { query: { status: 'new' } })
  refusedOtherwise(client, 'listEnquiries', waiting, [])
  if (!waiting.data?.docs.length) return
  const enquiry = dice.pick(waiting.data.docs)
  const params = { id: enquiry._id }
  if (dice.chance(0.2)) {
    const told = await client.askAs(admin, rejectEnquiry, { params, body: { reason: 'other' } })
    return refusedOtherwise(client, 'rejectEnquiry', told, ['ENQUIRY_ALREADY_DECIDED'])
  }
  const told = await client.askAs(admin, convertEnquiry, {
    params,
    ...(dice.chance(0.5) && { query: { correctedAt: enquiry.correctedAt ?? '' } }),
    body: leadForm(ownName('Converted lead'), client),
  })
  refusedOtherwise(client, 'convertEnquiry', told, ['ENQUIRY_ALREADY_DECIDED', 'ENQUIRY_CORRECTED'])
  if (told.code === null) world.told.conversions.set(enquiry._id, told.data._id)
  // Decided by somebody, maybe by a try of this one whose answer was lost.
  else if (told.unknowns > 0 && !world.told.conversions.has(enquiry._id)) {
    world.told.conversions.set(enquiry._id, null)
  }
}

/** Marks a message of the contact form as answered, which stays so. */
export async function answerMessage({ client, admin }: Office): Promise<void> {
  const open = await client.askAs(admin, listContactMessages, { query: { status: 'open' } })
  refusedOtherwise(client, 'listContactMessages', open, [])
  if (!open.data?.docs.length) return
  const { _id: id } = client.dice.pick(open.data.docs)
  const told = await client.askAs(admin, markContactMessage, {
    params: { id },
    body: { answered: true },
  })
  refusedOtherwise(client, 'markContactMessage', told, [])
  if (told.code === null) client.world.told.answered.add(id)
}
