import { listContactMessages, markContactMessage } from '../../contract/src/contact.ts'
import { convertEnquiry, listEnquiries, rejectEnquiry } from '../../contract/src/enquiries.ts'
import type { AdminSession } from './admin-session.ts'
import { checkResponseCode } from './check-response.ts'
import { leadForm, uniqueName } from './manage-leads.ts'

/** Converts a new enquiry into a lead, or rejects it. Other admins and the traveller may change it at the same time. */
export async function decideEnquiry({ client, admin }: AdminSession): Promise<void> {
  const { random, state } = client
  const waiting = await client.sendAs(admin, listEnquiries, { query: { status: 'new' } })
  checkResponseCode(client, 'listEnquiries', waiting, [])
  if (!waiting.data?.docs.length) return
  const enquiry = random.pick(waiting.data.docs)
  const params = { id: enquiry._id }
  if (random.chance(0.2)) {
    const response = await client.sendAs(admin, rejectEnquiry, {
      params,
      body: { reason: 'other' },
    })
    return checkResponseCode(client, 'rejectEnquiry', response, ['ENQUIRY_ALREADY_DECIDED'])
  }
  const response = await client.sendAs(admin, convertEnquiry, {
    params,
    ...(random.chance(0.5) && { query: { correctedAt: enquiry.correctedAt ?? '' } }),
    body: leadForm(uniqueName('Converted lead'), client),
  })
  checkResponseCode(client, 'convertEnquiry', response, [
    'ENQUIRY_ALREADY_DECIDED',
    'ENQUIRY_CORRECTED',
  ])
  if (response.code === null) state.expected.conversions.set(enquiry._id, response.data._id)
  // Another admin decided the enquiry, or an earlier attempt of this admin, whose response was lost.
  else if (response.unknownOutcomes > 0 && !state.expected.conversions.has(enquiry._id)) {
    state.expected.conversions.set(enquiry._id, null)
  }
}

/** Marks a contact message as answered. The mark is never removed. */
export async function answerMessage({ client, admin }: AdminSession): Promise<void> {
  const open = await client.sendAs(admin, listContactMessages, { query: { status: 'open' } })
  checkResponseCode(client, 'listContactMessages', open, [])
  if (!open.data?.docs.length) return
  const { _id: id } = client.random.pick(open.data.docs)
  const response = await client.sendAs(admin, markContactMessage, {
    params: { id },
    body: { answered: true },
  })
  checkResponseCode(client, 'markContactMessage', response, [])
  if (response.code === null) client.state.expected.answered.add(id)
}
