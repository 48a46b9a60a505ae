import type { RequestStatus } from '@raahi/contract/leads'
import { formatReplacementReason, type ReplacementReason } from '@raahi/contract/replacements'
import { decideReplacement } from '../features/replacements/decide-replacement.ts'
import { requestReplacement } from '../features/replacements/request-replacement.ts'
import type { Sale } from './demo-sales.ts'
import { actorWith, type DemoEvent, type DemoWorld, hourMs } from './demo-world.ts'

interface Asked {
  /** First word of the agent's email. */
  agent: string
  /** Index of the purchase, counted from the newest. */
  newest: number
  choice: ReplacementReason
  text: string
  /** Outcome of each request of the purchase, in order. */
  outcomes: readonly RequestStatus[]
  /** Age of a pending request. */
  hoursAgo?: number
}

function asked(
  agent: string,
  newest: number,
  outcomes: RequestStatus | readonly RequestStatus[],
  [choice, text]: readonly [ReplacementReason, string],
  hoursAgo?: number,
): Asked {
  return {
    agent,
    newest,
    choice,
    text,
    outcomes: [outcomes].flat() as RequestStatus[],
    ...(hoursAgo !== undefined && { hoursAgo }),
  }
}

const requests: readonly Asked[] = [
  asked(
    'agent',
    0,
    'pending',
    ['unreachable', 'Called six times over two days, switched off each time.'],
    9,
  ),
  asked(
    'agent',
    2,
    ['rejected', 'pending'],
    ['wrong-details', 'Asked for Goa here. He says he wants Gokarna, and only for one night.'],
    54,
  ),
  asked('agent', 5, 'approved', [
    'wrong-number',
    'A dental clinic in Nashik answers. They do not know the name.',
  ]),
  asked('agent', 7, 'rejected', [
    'not-travelling',
    'She says she may travel later in the year instead.',
  ]),
  asked('agent', 11, 'approved', [
    'duplicate',
    'Same family and dates as a lead I bought the week before.',
  ]),
  asked(
    'agent',
    15,
    ['rejected', 'rejected'],
    ['unreachable', 'No answer to calls or messages since Monday.'],
  ),
  asked(
    'meera',
    0,
    'pending',
    ['not-travelling', 'Booked with his cousin’s agency before we called.'],
    31,
  ),
  asked('meera', 3, 'approved', [
    'wrong-number',
    'The number has nine digits on WhatsApp and is out of service.',
  ]),
  asked('rajat', 0, 'approved', [
    'wrong-details',
    'Shown as four adults, but it is a school group of sixty.',
  ]),
  asked('farah', 1, 'pending', ['duplicate', ''], 216),
  asked('farah', 3, 'rejected', ['other', 'The customer wants a discount that I cannot give.']),
  asked('tenzin', 0, 'approved', [
    'unreachable',
    'The email bounces and the phone is switched off.',
  ]),
  asked('tenzin', 2, 'pending', ['wrong-number', 'Reaches a courier office in Indore.'], 122),
  asked('shreya', 1, 'rejected', ['unreachable', '']),
  asked(
    'zubin',
    0,
    'pending',
    ['other', 'Says he never filled in any form, and asks us not to call again.'],
    3,
  ),
  asked('zubin', 2, 'approved', ['not-travelling', 'Visa refused, the whole trip is off.']),
  asked('nandini', 0, 'rejected', ['wrong-details', 'The travel date is a week later than shown.']),
]

/** Agents request replacements of purchases, and an admin decides. */
export function replacementEvents(
  world: DemoWorld,
  now: Date,
  sales: readonly Sale[],
): DemoEvent[] {
  return requests.flatMap((one) => {
    const own = sales
      .filter(({ buyer }) => buyer.email.startsWith(`${one.agent}@`))
      .toSorted((a, b) => b.at.getTime() - a.at.getTime())
    const sale = own[one.newest]
    if (!sale) throw new Error(`${one.agent} of the demo has bought fewer leads`)
    const latest = now.getTime() - (one.hoursAgo ?? 2) * hourMs
    // A rejected request is repeated later. All requests are after the sale and before now.
    const steps = one.outcomes.length * 2
    const span = Math.min(Math.max(latest - sale.at.getTime(), hourMs / 2), steps * 26 * hourMs)
    const step = (n: number) => new Date(sale.at.getTime() + (span * n) / steps)
    return one.outcomes.flatMap((outcome, index) => {
      let requestId = ''
      const request = async () => {
        requestId = await requestOne(world, sale, one)
      }
      if (outcome === 'pending') {
        return [{ at: new Date(Math.max(latest, step(steps).getTime())), run: request }]
      }
      const decide = () =>
        decideReplacement(world, world.admin, {
          requestId,
          action: outcome,
          reason: undefined,
          idempotency: null,
        })
      return [
        { at: step(index * 2 + 1), run: request },
        { at: step(index * 2 + 2), run: decide },
      ]
    })
  })
}

/** @returns the request's id */
async function requestOne(world: DemoWorld, { buyer, lead }: Sale, one: Asked): Promise<string> {
  const { answer } = await requestReplacement(world, actorWith(buyer.id), {
    leadId: lead.id,
    reason: formatReplacementReason({ code: one.choice, text: one.text }),
    idempotency: null,
  })
  return answer._id
}
