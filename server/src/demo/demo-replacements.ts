import type { RejectionReason } from '@raahi/contract/replacement-reasons'
import { formatReplacementReason, type ReplacementReason } from '@raahi/contract/replacements'
import { decideReplacement } from '../features/replacements/decide-replacement.ts'
import { requestReplacement } from '../features/replacements/request-replacement.ts'
import type { Actor } from '../platform/audit-log/record-action.ts'
import type { Sale } from './demo-sales.ts'
import { actorWith, type DemoEvent, type DemoWorld, hourMs } from './demo-world.ts'

/** The reason that the admin gives to the agent. */
interface Rejection {
  reasonCode: RejectionReason
  reason: string
}
type Outcome = 'pending' | 'approved' | Rejection

interface DemoRequest {
  choice: ReplacementReason
  text: string
  /** The outcome of each request of the purchase, in order. */
  outcomes: readonly Outcome[]
  /** Age of a pending request. */
  hoursAgo?: number
}

interface RequestOfAgent extends DemoRequest {
  /** First word of the agent's email. */
  agent: string
  /** Index of the purchase, counted from the newest. */
  newest: number
}

function demoRequest(
  agent: string,
  newest: number,
  outcomes: Outcome | readonly Outcome[],
  [choice, text]: readonly [ReplacementReason, string],
  hoursAgo?: number,
): RequestOfAgent {
  return {
    agent,
    newest,
    choice,
    text,
    outcomes: [outcomes].flat() as Outcome[],
    ...(hoursAgo !== undefined && { hoursAgo }),
  }
}

const rejected = (reasonCode: RejectionReason, reason: string): Rejection => ({
  reasonCode,
  reason,
})

/** Requests for purchases from before the return policy may be older than its days to report. They have no deadline. */
const requests: readonly RequestOfAgent[] = [
  demoRequest(
    'agent',
    0,
    'pending',
    ['unreachable', 'Called six times over two days, switched off each time.'],
    9,
  ),
  demoRequest(
    'agent',
    2,
    [
      rejected(
        'details-right',
        'The customer confirmed the group and the nights to us as shown. Please ask once more.',
      ),
      'pending',
    ],
    [
      'wrong-details',
      'Shown as a family trip of some days. Only two people travel, and only for one night.',
    ],
    20,
  ),
  demoRequest('agent', 5, 'approved', [
    'wrong-number',
    'A dental clinic in Nashik answers. They do not know the name.',
  ]),
  demoRequest(
    'agent',
    7,
    rejected(
      'still-planning',
      'The customer told us that the trip moves by two months, and still wants your quote.',
    ),
    ['not-travelling', 'They may travel later in the year instead.'],
  ),
  demoRequest('agent', 11, 'approved', [
    'duplicate',
    'Same family and dates as a lead I bought the week before.',
  ]),
  demoRequest(
    'agent',
    15,
    [
      rejected(
        'contact-works',
        'The family took our call on Wednesday at 8 pm. They are at work during the day.',
      ),
      rejected(
        'already-talked',
        'The customer says that you spoke on Thursday. The contact works, and the trip is still planned.',
      ),
    ],
    ['unreachable', 'No answer to calls or messages since Monday.'],
  ),
  demoRequest(
    'meera',
    0,
    'pending',
    ['not-travelling', 'Booked with a cousin’s agency before we called.'],
    31,
  ),
  demoRequest('meera', 3, 'approved', [
    'wrong-number',
    'The number has nine digits on WhatsApp and is out of service.',
  ]),
  demoRequest('rajat', 0, 'approved', [
    'wrong-details',
    'Shown as four adults, but it is a school group of sixty.',
  ]),
  demoRequest('farah', 1, 'pending', ['duplicate', ''], 216),
  demoRequest(
    'farah',
    3,
    rejected(
      'not-covered',
      'A discount is between you and the customer. The contact and the trip are as described.',
    ),
    ['other', 'The customer wants a discount that I cannot give.'],
  ),
  demoRequest('tenzin', 0, 'approved', [
    'unreachable',
    'The email bounces and the phone is switched off.',
  ]),
  demoRequest('tenzin', 1, 'pending', ['wrong-number', 'Reaches a courier office in Indore.'], 26),
  demoRequest(
    'shreya',
    1,
    rejected(
      'more-tries',
      'Your request does not say when you called. The customer answered us at noon, so please try again.',
    ),
    ['unreachable', ''],
  ),
  demoRequest(
    'zubin',
    0,
    'pending',
    ['other', 'Says that no form was ever filled in, and asks us not to call again.'],
    3,
  ),
  demoRequest('zubin', 2, 'approved', ['not-travelling', 'Visa refused, the whole trip is off.']),
  demoRequest(
    'nandini',
    0,
    rejected(
      'not-covered',
      'Dates often move by a few days while a trip is planned. The customer confirmed trip and group.',
    ),
    ['wrong-details', 'The travel date is a week later than shown.'],
  ),
]

/** Requests for every third of the recent purchases. */
const recentRequests: readonly DemoRequest[] = [
  {
    choice: 'wrong-number',
    text: 'A school office answers, three times now.',
    outcomes: ['approved'],
  },
  {
    choice: 'unreachable',
    text: 'Rings out in the morning and in the evening, no answer on WhatsApp.',
    outcomes: [
      rejected(
        'more-tries',
        'The customer replied to our message on Saturday. Please try once more, or appeal.',
      ),
      'approved',
    ],
  },
  {
    choice: 'not-travelling',
    text: 'The customer has put it off to next year.',
    outcomes: [
      rejected(
        'still-planning',
        'We called: the customer waits for leave from work, and travels as planned if it is granted.',
      ),
    ],
  },
]

/** Agents request replacements of purchases, and an admin decides. */
export function replacementEvents(
  world: DemoWorld,
  now: Date,
  sales: readonly Sale[],
): DemoEvent[] {
  return requests.flatMap((planned) => {
    const own = sales
      .filter(({ buyer }) => buyer.email.startsWith(`${planned.agent}@`))
      .toSorted((a, b) => b.at.getTime() - a.at.getTime())
    const sale = own[planned.newest]
    if (!sale) throw new Error(`${planned.agent} of the demo has bought fewer leads`)
    return requestEvents(world, now, sale, planned)
  })
}

/** The same for the recent purchases. */
export function recentReplacementEvents(
  world: DemoWorld,
  now: Date,
  sales: readonly Sale[],
): DemoEvent[] {
  return recentRequests.flatMap((planned, index) => {
    const sale = sales[index * 3]
    return sale ? requestEvents(world, now, sale, planned) : []
  })
}

function requestEvents(world: DemoWorld, now: Date, sale: Sale, planned: DemoRequest): DemoEvent[] {
  const latest = now.getTime() - (planned.hoursAgo ?? 2) * hourMs
  // A rejected request is repeated later. All requests are after the sale and before now.
  const steps = planned.outcomes.length * 2
  const span = Math.min(Math.max(latest - sale.at.getTime(), hourMs / 2), steps * 26 * hourMs)
  const step = (n: number) => new Date(sale.at.getTime() + (span * n) / steps)
  return planned.outcomes.flatMap((outcome, index) => {
    let requestId = ''
    const request = async () => {
      requestId = await sendRequest(world, sale, planned)
    }
    if (outcome === 'pending') {
      return [{ at: new Date(Math.max(latest, step(steps).getTime())), run: request }]
    }
    const decide = async () =>
      decideReplacement(world, index === 0 ? world.admin : await findAppealAdmin(world), {
        requestId,
        ...(outcome === 'approved' ? { action: outcome } : { action: 'rejected', ...outcome }),
        idempotency: null,
      })
    return [
      { at: step(index * 2 + 1), run: request },
      { at: step(index * 2 + 2), run: decide },
    ]
  })
}

/** Another admin decides an appeal, if one exists. */
async function findAppealAdmin({ database, admin }: DemoWorld): Promise<Actor> {
  const other = await database.kysely
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'admin')
    .where('status', '=', 'active')
    .where('id', '!=', admin.userId)
    .executeTakeFirst()
  return other ? actorWith(other.id) : admin
}

/** @returns the request's id */
async function sendRequest(
  world: DemoWorld,
  { buyer, lead }: Sale,
  { choice, text }: DemoRequest,
): Promise<string> {
  const { answer } = await requestReplacement(world, actorWith(buyer.id), {
    userId: buyer.id,
    leadId: lead.id,
    reason: formatReplacementReason({ code: choice, text }),
    idempotency: null,
  })
  return answer._id
}
