import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { checkInvariants } from '../../integrity/check-invariants.ts'
import { makeAgent, makePurchase } from '../../testing/factories.ts'
import { createMarketplace, type Marketplace } from '../../testing/marketplace.ts'
import { pipelineInvariants } from './pipeline-invariants.ts'
import { moveCard } from './public/move-card.ts'
import { recordContact } from './record-contact.ts'
import { addNote } from './write-notes.ts'

let market: Marketplace
let otherId: string
beforeAll(async () => {
  market = await createMarketplace()
  const { app, agent } = market
  const of = { userId: agent.id, leadId: await makePurchase(app.database, agent.id) }
  await addNote(
    app.database,
    { userId: agent.id },
    { id: randomUUID(), ...of, text: 'Wants a pool' },
  )
  await recordContact(
    app.database,
    { userId: agent.id },
    { id: randomUUID(), ...of, channel: 'call' },
  )
  const lost = { lostReason: 'other', lostText: 'Went by train' } as const
  await moveCard(app.database, of, { to: 'lost', version: 0, ...lost })
  await moveCard(app.database, of, { to: 'lost', version: 1, ...lost, lostText: 'By car' })
  otherId = (await makeAgent(app.db)).id
})
afterAll(() => market.app.close())

const erased = 'update purchases set traveller_erased_at = now();'
const followUp = "update pipeline_cards set follow_up_on = '2031-05-10';"
const dropChecks =
  'alter table pipeline_cards drop constraint pipeline_cards_lost_follow_up; alter table pipeline_cards drop constraint pipeline_cards_lost_reason;'

/** By invariant: statements that each violate it. */
const violations: Record<string, () => string[]> = {
  'each card belongs to the buyer of its lead': () => [
    `update pipeline_cards set user_id = '${otherId}'`,
  ],
  'each card is in the stage to which its last move led': () => [
    "update pipeline_cards set stage = 'quoted', lost_reason = null, lost_text = null",
    'delete from pipeline_moves',
  ],
  'no purchase was moved without a card': () => ['delete from pipeline_cards'],
  'no follow-up is left of a returned lead, or of a traveller who has withdrawn or was erased':
    () => [
      `${dropChecks} ${followUp} update purchases set replacement_status = 'pending';
        alter table purchases disable trigger purchases_pipeline; update purchases set replacement_status = 'approved'`,
      `${dropChecks} ${followUp} ${erased}`,
    ],
  'no text about an erased traveller is left': () => [
    `${erased} delete from contact_attempts; update pipeline_cards set lost_text = null; update pipeline_moves set from_lost_text = null`,
    `${erased} delete from purchase_notes; update pipeline_cards set lost_text = null; update pipeline_moves set from_lost_text = null`,
    `${erased} delete from purchase_notes; delete from contact_attempts; update pipeline_moves set from_lost_text = null`,
    `${erased} delete from purchase_notes; delete from contact_attempts; update pipeline_cards set lost_text = null`,
  ],
}

it('the invariants hold for stored data, and each violation is detected', async () => {
  const { database } = market.app
  expect(Object.keys(violations).sort()).toEqual(Object.keys(pipelineInvariants).sort())
  expect(await checkInvariants(database)).toEqual([])
  for (const [invariant, statements] of Object.entries(violations)) {
    for (const statement of statements()) {
      const rolledBack = new Error('rolled back')
      const checked = database.kysely.transaction().execute(async (tx) => {
        await sql.raw(statement).execute(tx)
        const { rows } = await sql.raw(pipelineInvariants[invariant] ?? '').execute(tx)
        expect(rows.length, `${invariant}: ${statement}`).toBeGreaterThan(0)
        throw rolledBack
      })
      await expect(checked).rejects.toBe(rolledBack)
    }
  }
})
