import type {
  ContactChannel,
  ContactOutcome,
  LostReason,
  PipelineStage,
} from '@raahi/contract/pipeline-labels'
import { dayInIndia } from '@raahi/contract/trip-field-checks'
import { v7 as uuidv7 } from 'uuid'
import { moveCard } from '../features/pipeline/public/move-card.ts'
import { readCard } from '../features/pipeline/read-pipeline.ts'
import { recordContact, setContactOutcome } from '../features/pipeline/record-contact.ts'
import { setFollowUp } from '../features/pipeline/set-follow-up.ts'
import { addNote } from '../features/pipeline/write-notes.ts'
import type { Sale } from './demo-sales.ts'
import { type DemoEvent, type DemoWorld, dayMs, hourMs, minuteMs } from './demo-world.ts'

type Contact = readonly [ContactChannel, ContactOutcome | null]

/** The actions of an agent on a bought lead. */
interface DemoCard {
  /** First word of the agent's email. */
  agent: string
  /** Index of the purchase, counted from the newest. */
  newest: number
  contacts?: readonly Contact[]
  notes?: readonly string[]
  stage?: PipelineStage
  wonRupees?: number
  lost?: readonly [LostReason, string]
  /** Days from today; −1 is overdue. */
  followUp?: readonly [days: number, time: string | null]
}

const noAnswer: Contact = ['call', 'no-answer']
const talked: Contact = ['call', 'talked']
const messaged: Contact = ['whatsapp', null]

const cards: readonly DemoCard[] = [
  // The request of the newest purchase says that the traveller could not be reached.
  { agent: 'agent', newest: 0, contacts: [noAnswer, noAnswer, messaged, noAnswer] },
  { agent: 'agent', newest: 1, contacts: [noAnswer], followUp: [0, '11:30'] },
  { agent: 'agent', newest: 2, contacts: [talked] },
  {
    agent: 'agent',
    newest: 3,
    contacts: [talked, messaged],
    notes: [
      'Grandparents travel too: ground-floor rooms, no steep climbs.',
      'Vegetarian, no onion and garlic for two.',
    ],
    followUp: [0, '16:30'],
  },
  {
    agent: 'agent',
    newest: 6,
    contacts: [talked, ['email', null]],
    notes: ['Budget is firm. Wants the flight included in the price.'],
    stage: 'quoted',
    followUp: [1, null],
  },
  {
    agent: 'agent',
    newest: 8,
    contacts: [noAnswer, talked],
    notes: ['Compares with another agency. Decides after the weekend.'],
    stage: 'quoted',
    followUp: [-1, '18:00'],
  },
  { agent: 'agent', newest: 9, contacts: [talked], followUp: [3, '10:00'] },
  { agent: 'agent', newest: 10, contacts: [talked], stage: 'won', wonRupees: 84_500 },
  {
    agent: 'agent',
    newest: 12,
    contacts: [noAnswer, talked, messaged],
    notes: ['Paid the first half. Send the vouchers a week before they leave.'],
    stage: 'won',
    wonRupees: 126_000,
    followUp: [9, null],
  },
  {
    agent: 'agent',
    newest: 13,
    contacts: [talked],
    lost: ['too-expensive', 'Found the same hotel cheaper on a website.'],
  },
  { agent: 'agent', newest: 14, contacts: [talked, messaged] },
  { agent: 'agent', newest: 16, contacts: [talked], stage: 'won', wonRupees: 58_200 },
  {
    agent: 'agent',
    newest: 17,
    contacts: [messaged, talked],
    lost: ['booked-elsewhere', 'Booked with the agency of a colleague.'],
  },
  { agent: 'agent', newest: 18, contacts: [talked], stage: 'won' },
  { agent: 'agent', newest: 19, contacts: [noAnswer, noAnswer], lost: ['not-reached', ''] },
  { agent: 'agent', newest: 20, contacts: [talked], stage: 'quoted' },
  { agent: 'agent', newest: 21, contacts: [talked], stage: 'won', wonRupees: 212_000 },
  { agent: 'meera', newest: 1, contacts: [talked], stage: 'won', wonRupees: 47_300 },
  { agent: 'meera', newest: 2, contacts: [noAnswer], followUp: [2, null] },
  { agent: 'rajat', newest: 1, contacts: [talked], lost: ['plans-changed', ''] },
]

/** Agents call, take notes and move their cards after they have bought. */
export function pipelineEvents(world: DemoWorld, now: Date, sales: readonly Sale[]): DemoEvent[] {
  return cards.flatMap((card) => {
    const own = sales
      .filter(({ buyer }) => buyer.email.startsWith(`${card.agent}@`))
      .sort((a, b) => b.at.getTime() - a.at.getTime())
    const sale = own[card.newest]
    if (!sale) throw new Error(`${card.agent} has no purchase ${card.newest} in the demo`)
    return eventsOf(world, now, sale, card)
  })
}

function eventsOf(world: DemoWorld, now: Date, sale: Sale, card: DemoCard): DemoEvent[] {
  const { database } = world
  const steps = [
    ...(card.contacts ?? []).map((contact) => () => contactTraveller(world, sale, contact)),
    ...(card.notes ?? []).map(
      (text) => () =>
        addNote(database, { userId: sale.buyer.id }, { id: uuidv7(), leadId: sale.lead.id, text }),
    ),
    ...(card.stage || card.lost ? [() => move(world, sale, card)] : []),
  ]
  const ageMs = now.getTime() - sale.at.getTime()
  // A call, a note or a move each few hours, all of them before now.
  const pauseMs = Math.min(7 * hourMs, ageMs / (steps.length + 2))
  const events: DemoEvent[] = steps.map((run, index) => ({
    at: new Date(sale.at.getTime() + (index + 1) * pauseMs),
    run,
  }))
  const { followUp } = card
  if (followUp) {
    const on = dayInIndia(new Date(now.getTime() + followUp[0] * dayMs))
    // An overdue follow-up was set at nine on its day, so that no reminder is due when the product starts.
    const wasSetAt =
      followUp[0] < 0 ? new Date(`${on}T09:00:00+05:30`) : new Date(now.getTime() - 30 * minuteMs)
    events.push({
      at: wasSetAt,
      run: () => setFollowUp(database, idsOf(sale), { on, time: followUp[1] }),
    })
  }
  return events
}

const idsOf = ({ buyer, lead }: Sale) => ({ userId: buyer.id, leadId: lead.id })

async function contactTraveller(
  { database, clock }: DemoWorld,
  { buyer, lead }: Sale,
  [channel, outcome]: Contact,
): Promise<void> {
  const id = uuidv7()
  await recordContact(database, { userId: buyer.id }, { id, leadId: lead.id, channel })
  if (outcome === null) return
  clock.advanceBy(4 * minuteMs)
  await setContactOutcome(database, { userId: buyer.id }, { id, outcome })
}

async function move(
  { database }: DemoWorld,
  sale: Sale,
  { stage = 'lost', wonRupees, lost }: DemoCard,
): Promise<void> {
  const { version } = await readCard(database.kysely, idsOf(sale))
  await moveCard(database, idsOf(sale), {
    to: stage,
    version,
    ...(wonRupees !== undefined && { wonAmount: wonRupees * 100 }),
    ...(lost && { lostReason: lost[0], lostText: lost[1] }),
  })
}
