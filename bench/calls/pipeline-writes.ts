import { randomUUID } from 'node:crypto'
import * as contactLog from '../../contract/src/contact-log.ts'
import { setMessageTemplate } from '../../contract/src/message-templates.ts'
import * as pipeline from '../../contract/src/pipeline.ts'
import * as purchaseNotes from '../../contract/src/purchase-notes.ts'
import { moveCard } from '../../server/src/features/pipeline/move-card.ts'
import { recordContact } from '../../server/src/features/pipeline/record-contact.ts'
import { addNote } from '../../server/src/features/pipeline/write-notes.ts'
import { write } from './call-benchmark.ts'
import { freshAgents, freshPurchases } from './subjects.ts'
import type { BenchSystem } from './system-types.ts'

// Benchmarks of writes of the pipeline.

/** Bought leads, each with what `make` stores about it. */
async function purchasesWith<T>(
  system: BenchSystem,
  count: number,
  make: (userId: string, leadId: string) => Promise<T>,
) {
  const purchases = await freshPurchases(system, count)
  return Promise.all(
    purchases.map(async ({ buyer, leadId }) => ({
      token: buyer.token,
      leadId,
      made: await make(buyer.id, leadId),
    })),
  )
}

const withNotes = (system: BenchSystem, count: number) =>
  purchasesWith(system, count, async (userId, leadId) => {
    const id = randomUUID()
    await addNote(system.database, userId, { id, leadId, text: 'Wants a pool' })
    return id
  })

export const pipelineWrites = [
  write(pipeline.movePipelineCard, {
    subjects: freshPurchases,
    buildRequest: (_, { buyer, leadId }) => ({
      token: buyer.token,
      params: { leadId },
      body: { to: 'won' as const, version: 0, wonAmount: 84_500 },
    }),
  }),
  write(pipeline.undoPipelineMove, {
    subjects: (system, count) =>
      purchasesWith(system, count, async (userId, leadId) => {
        const move = { to: 'contacted', version: 0 } as const
        return (await moveCard(system.database, { userId, leadId }, move)).moveId ?? ''
      }),
    buildRequest: (_, { token, leadId, made }) => ({
      token,
      params: { leadId },
      body: { moveId: made },
    }),
  }),
  write(pipeline.setFollowUp, {
    subjects: freshPurchases,
    buildRequest: (_, { buyer, leadId }) => ({
      token: buyer.token,
      params: { leadId },
      body: {
        followUp: { on: new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10) },
      },
    }),
  }),
  write(pipeline.setPipelineSettings, {
    subjects: freshAgents,
    buildRequest: (_, { token }) => ({ token, body: { mailReminders: false } }),
  }),
  write(purchaseNotes.addPurchaseNote, {
    subjects: freshPurchases,
    buildRequest: (_, { buyer, leadId }) => ({
      token: buyer.token,
      body: { id: randomUUID(), leadId, text: 'Wants a pool' },
    }),
  }),
  write(purchaseNotes.editPurchaseNote, {
    subjects: withNotes,
    buildRequest: (_, { token, made }) => ({
      token,
      params: { id: made },
      body: { text: 'Wants two pools', version: 1 },
    }),
  }),
  write(purchaseNotes.deletePurchaseNote, {
    subjects: withNotes,
    buildRequest: (_, { token, made }) => ({ token, params: { id: made } }),
  }),
  write(contactLog.recordContact, {
    subjects: freshPurchases,
    buildRequest: (_, { buyer, leadId }) => ({
      token: buyer.token,
      body: { id: randomUUID(), leadId, channel: 'call' as const },
    }),
  }),
  write(contactLog.setContactOutcome, {
    subjects: (system, count) =>
      purchasesWith(system, count, async (userId, leadId) => {
        const id = randomUUID()
        await recordContact(system.database, userId, { id, leadId, channel: 'call' })
        return id
      }),
    buildRequest: (_, { token, made }) => ({
      token,
      params: { id: made },
      body: { outcome: 'call-later' as const },
    }),
  }),
  write(setMessageTemplate, {
    subjects: freshAgents,
    buildRequest: (_, { token }) => ({
      token,
      params: { channel: 'whatsapp' as const },
      body: { template: { text: 'Hello {name}' } },
    }),
  }),
]
