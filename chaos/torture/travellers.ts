import { setTimeout as sleep } from 'node:timers/promises'
import { createContactMessage } from '../../contract/src/contact.ts'
import {
  correctOwnEnquiry,
  createEnquiry,
  getOwnEnquiry,
  withdrawOwnEnquiry,
} from '../../contract/src/enquiries.ts'
import { ownName } from './lead-keeping.ts'
import { refusedOtherwise } from './sentences.ts'
import type { Client } from './world.ts'

/** Lets somebody send enquiries, correct and withdraw them, and write messages, until it is over. */
export async function workAsTraveller(client: Client): Promise<void> {
  const { dice, world } = client
  const own: string[] = []
  while (!world.isOver()) {
    if (dice.chance(0.15)) await write(client)
    else if (own.length === 0 || dice.chance(0.4)) await send(client, own)
    else if (dice.chance(0.5)) await correct(client, dice.pick(own))
    else await withdraw(client, own)
    await sleep(dice.between(0, 250))
  }
}

const form = (name: string, { dice }: Client) => ({
  name,
  phone: `+9190${String(dice.between(0, 99_999_999)).padStart(8, '0')}`,
  destination: dice.pick(['Goa', 'Leh', 'Paris']),
})

/** Asked once: a form that is sent twice is two enquiries. */
async function send(client: Client, own: string[]): Promise<void> {
  const { told: facts } = client.world
  const name = ownName('Traveller')
  const told = await client.ask(createEnquiry, {
    body: { ...form(name, client), consent: true },
    once: true,
  })
  refusedOtherwise(client, 'createEnquiry', told, ['UNKNOWN'])
  if (told.code !== null) {
    facts.perhaps.add(name)
    return
  }
  const { reference, token } = told.data
  facts.enquiries.set(reference, { name, token, isWithdrawn: false })
  own.push(reference)
}

/** By the contact form; asked once, as above. */
async function write(client: Client): Promise<void> {
  const { told: facts } = client.world
  const name = ownName('Writer')
  const told = await client.ask(createContactMessage, {
    body: {
      name,
      email: `${name.replace(' ', '').toLowerCase()}@torture.example`,
      message: 'Do you sell leads to Ladakh?',
    },
    once: true,
  })
  refusedOtherwise(client, 'createContactMessage', told, ['UNKNOWN'])
  if (told.code === null) facts.messages.add(name)
  else facts.perhaps.add(name)
}

async function correct(client: Client, reference: string): Promise<void> {
  const facts = client.world.told.enquiries.get(reference)
  if (!facts) return
  const told = await client.ask(correctOwnEnquiry, {
    params: { token: facts.token },
    body: form(facts.name, client),
  })
  refusedOtherwise(client, 'correctOwnEnquiry', told, ['ENQUIRY_CLOSED', 'ENQUIRY_WITH_AGENT'])
}

/** Takes one back, unless it was closed; what was taken back stays so. */
async function withdraw(client: Client, own: string[]): Promise<void> {
  const reference = client.dice.pick(own)
  const facts = client.world.told.enquiries.get(reference)
  if (!facts) return
  const params = { token: facts.token }
  const told = await client.ask(withdrawOwnEnquiry, { params })
  refusedOtherwise(client, 'withdrawOwnEnquiry', told, ['ENQUIRY_CLOSED'])
  if (told.code === null) facts.isWithdrawn = true
  const seen = await client.ask(getOwnEnquiry, { params })
  if (told.code === null && seen.data?.status !== 'withdrawn') {
    client.world.around.complain(
      `enquiry ${reference} was withdrawn and reads ${seen.data?.status}`,
    )
  }
  own.splice(own.indexOf(reference), 1)
}
