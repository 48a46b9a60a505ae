import type { ReplacementReason, RequestStatus } from '@raahi/contract/replacements'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Transaction } from '../platform/database/transaction.ts'
import { accounts, walletOf } from '../platform/ledger/accounts.ts'
import { hourMs } from './demo-leads.ts'
import { type Movement, movement } from './demo-ledger.ts'
import { demoRefundRuleVersion, type Sale } from './demo-sale.ts'

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

/** A past replacement request, and the refund of its approval. */
export interface DemoRequest {
  id: string
  sale: Sale
  status: RequestStatus
  choice: ReplacementReason
  text: string
  at: Date
  decidedAt: Date | null
  returned: 'wallet' | 'plan' | null
  refund: Movement | null
}

/** Creates replacement requests for purchases. An approval gives back what the refund rule says. */
export async function addReplacementRequests(
  tx: Transaction,
  now: Date,
  sales: readonly Sale[],
): Promise<DemoRequest[]> {
  const made: DemoRequest[] = []
  for (const one of requests) {
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
    for (const [index, status] of one.outcomes.entries()) {
      if (status === 'pending') {
        const at = new Date(Math.max(latest, step(steps).getTime()))
        made.push({ ...requestOf(one, sale, at), status, ...undecided })
      } else {
        const request = requestOf(one, sale, step(index * 2 + 1))
        made.push(await decide(tx, request, { status, decidedAt: step(index * 2 + 2) }))
      }
    }
  }
  return made
}

const undecided = { decidedAt: null, returned: null, refund: null }

function requestOf({ choice, text }: Asked, sale: Sale, at: Date) {
  return { id: uuidv7({ msecs: at.getTime() }), sale, choice, text, at }
}

async function decide(
  tx: Transaction,
  request: ReturnType<typeof requestOf>,
  decision: { status: 'approved' | 'rejected'; decidedAt: Date },
): Promise<DemoRequest> {
  const { status, decidedAt } = decision
  if (status === 'rejected') return { ...request, ...decision, returned: null, refund: null }
  const { paidBy, buyer } = request.sale
  const { returned, refund_paise } = await readRefund(tx, request, decidedAt)
  if (returned === 'plan') {
    if (paidBy) paidBy.used -= 1
    return { ...request, ...decision, returned, refund: null }
  }
  const refund = movement({
    at: decidedAt,
    userId: buyer.id,
    from: paidBy ? accounts.planRevenue : accounts.leadRevenue,
    to: walletOf(buyer.id),
    amountPaise: refund_paise,
    method: 'wallet_refund',
    status: 'lead_refund',
  })
  return { ...request, ...decision, returned, refund }
}

/** What the refund rule gives back for records that are not inserted yet. */
async function readRefund(
  tx: Transaction,
  { sale, choice, text }: ReturnType<typeof requestOf>,
  at: Date,
): Promise<{ returned: 'wallet' | 'plan'; refund_paise: number }> {
  const { paidBy } = sale
  const purchase = {
    paid_with: paidBy ? 'plan' : 'wallet',
    price_paise: sale.pricePaise,
    cost_paise: paidBy ? 0 : sale.pricePaise,
    created_at: sale.at,
    refund_rule_version: demoRefundRuleVersion,
  }
  const { rows } = await sql<{ returned: 'wallet' | 'plan'; refund_paise: number }>`
    select f.returned, f.refund_paise from replacement_refund(
      jsonb_populate_record(null::purchases, ${JSON.stringify(purchase)}),
      jsonb_populate_record(null::subscriptions, jsonb_build_object('ends_at', ${paidBy?.endsAt ?? null}::timestamptz,
        'lead_share_paise', plan_lead_share_paise(${paidBy?.plan.price_paise ?? null}, ${paidBy?.plan.lead_quota ?? null}))),
      jsonb_populate_record(null::replacement_requests, ${JSON.stringify({ reason_code: choice, reason_text: text })}),
      ${at}) f`.execute(tx)
  const [refund] = rows
  if (!refund) throw new Error(`the refund rule has no version ${demoRefundRuleVersion}`)
  return refund
}

/** Inserts the requests, and sets each purchase's status from its latest request. */
export async function insertRequests(
  tx: Transaction,
  adminId: string,
  demoRequests: readonly DemoRequest[],
  leadNumbers: ReadonlyMap<string, number>,
): Promise<void> {
  await tx
    .insertInto('replacement_requests')
    .values(
      demoRequests.map(({ id, sale, status, choice, text, at, decidedAt, returned, refund }) => ({
        id,
        purchase_id: sale.purchaseId,
        user_id: sale.buyer.id,
        lead_number: leadNumbers.get(sale.lead.id) ?? 0,
        reason_code: choice,
        reason_text: text,
        status,
        created_at: at,
        decided_at: decidedAt,
        decided_by: decidedAt && adminId,
        returned,
        ...(status === 'approved' && {
          refund_paise: refund?.amountPaise ?? 0,
          rule_version: demoRefundRuleVersion,
        }),
        entry_id: refund?.id ?? null,
      })),
    )
    .execute()
  for (const { sale, status } of demoRequests) {
    await tx
      .updateTable('purchases')
      .set({ replacement_status: status })
      .where('id', '=', sale.purchaseId)
      .execute()
  }
}
