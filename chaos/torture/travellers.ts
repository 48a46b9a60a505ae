import { setTimeout as sleep } from 'node:timers/promises'
import { createContactMessage } from '../../contract/src/contact.ts'
import { createEnquiry } from '../../contract/src/enquiries.ts'
import {
  correctOwnEnquiry,
  getOwnEnquiry,
  withdrawOwnEnquiry,
} from '../../contract/src/own-enquiry.ts'
import { checkResponseCode } from './check-response.ts'
import { uniqueName } from './manage-leads.ts'
import type { Client } from './run-state.ts'

/** Sends, corrects and withdraws enquiries and sends contact messages until the run is over. */
export async function workAsTraveller(client: Client): Promise<void> {
  const { random, state } = client
  const references: string[] = []
  while (!state.isOver()) {
    if (random.chance(0.15)) await sendMessage(client)
    else if (references.length === 0 || random.chance(0.4)) await sendEnquiry(client, references)
    else if (random.chance(0.5)) await correctEnquiry(client, random.pick(references))
    else await withdrawEnquiry(client, references)
    await sleep(random.between(0, 250))
  }
}

const form = (name: string, { random }: Client) => ({
  name,
  phone: `+9190${String(random.between(0, 99_999_999)).padStart(8, '0')}`,
  destination: random.pick(['Goa', 'Leh', 'Paris']),
})

/** Never retries, because a form that is sent twice creates two enquiries. */
async function sendEnquiry(client: Client, references: string[]): Promise<void> {
  const { expected } = client.state
  const name = uniqueName('Traveller')
  const response = await client.send(createEnquiry, {
    body: { ...form(name, client), consent: true },
    noRetry: true,
  })
  checkResponseCode(client, 'createEnquiry', response, ['UNKNOWN'])
  if (response.code !== null) {
    expected.uncertainNames.add(name)
    return
  }
  const { reference, token } = response.data
  expected.enquiries.set(reference, { name, token, isWithdrawn: false })
  references.push(reference)
}

/** Sends a contact message. Never retries, as above. */
async function sendMessage(client: Client): Promise<void> {
  const { expected } = client.state
  const name = uniqueName('Writer')
  const response = await client.send(createContactMessage, {
    body: {
      name,
      email: `${name.replace(' ', '').toLowerCase()}@torture.example`,
      message: 'Do you sell leads to Ladakh?',
    },
    noRetry: true,
  })
  checkResponseCode(client, 'createContactMessage', response, ['UNKNOWN'])
  if (response.code === null) expected.messages.add(name)
  else expected.uncertainNames.add(name)
}

async function correctEnquiry(client: Client, reference: string): Promise<void> {
  const expected = client.state.expected.enquiries.get(reference)
  if (!expected) return
  const response = await client.send(correctOwnEnquiry, {
    params: { token: expected.token },
    body: form(expected.name, client),
  })
  checkResponseCode(client, 'correctOwnEnquiry', response, ['ENQUIRY_CLOSED', 'ENQUIRY_WITH_AGENT'])
}

/** Withdraws an enquiry that is still open. A withdrawal is final. */
async function withdrawEnquiry(client: Client, references: string[]): Promise<void> {
  const reference = client.random.pick(references)
  const expected = client.state.expected.enquiries.get(reference)
  if (!expected) return
  const params = { token: expected.token }
  const response = await client.send(withdrawOwnEnquiry, { params })
  checkResponseCode(client, 'withdrawOwnEnquiry', response, ['ENQUIRY_CLOSED'])
  if (response.code === null) expected.isWithdrawn = true
  const seen = await client.send(getOwnEnquiry, { params })
  if (response.code === null && seen.data?.status !== 'withdrawn') {
    client.state.context.reportViolation(
      `enquiry ${reference} was withdrawn and has the status ${seen.data?.status}`,
    )
  }
  references.splice(references.indexOf(reference), 1)
}
