import { randomUUID } from 'node:crypto'
import * as contactLog from '../../contract/src/contact-log.ts'
import { setMessageTemplate } from '../../contract/src/message-templates.ts'
import * as pipeline from '../../contract/src/pipeline.ts'
import * as purchaseNotes from '../../contract/src/purchase-notes.ts'
import { moveCard } from '../../server/src/features/pipeline/public/move-card.ts'
import { recordContact } from '../../server/src/features/pipeline/record-contact.ts'
import { addNote } from '../../server/src/features/pipeline/write-notes.ts'
import { write } from './call-benchmark.ts'
import { freshAgents, freshPurchases, withEach } from './subjects.ts'
import type { BenchSystem } from './system-types.ts'

// Benchmarks of writes of the pipeline.

const withNotes = async (system: BenchSystem, count: number) =>
  withEach(await freshPurchases(system, count), async ({ userId, leadId }) => {
    const id = randomUUID()
    await addNote(system.database, userId, { id, leadId, text: 'Wants a pool' })
    return { id }
  })

export const pipelineWrites = [
  write(pipeline.movePipelineCard, {
    subjects: freshPurchases,
    body: { to: 'won', version: 0, wonAmount: 84_500 },
  }),
  write(pipeline.undoPipelineMove, {
    subjects: async (system, count) =>
      withEach(await freshPurchases(system, count), async ({ userId, leadId }) => {
        const move = { to: 'contacted', version: 0 } as const
        return { moveId: (await moveCard(system.database, { userId, leadId }, move)).moveId ?? '' }
      }),
    body: ({ moveId }) => ({ moveId }),
  }),
  write(pipeline.setFollowUp, {
    subjects: freshPurchases,
    body: { followUp: { on: new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10) } },
  }),
  write(pipeline.setPipelineSettings, { subjects: freshAgents, body: { mailReminders: false } }),
  write(purchaseNotes.addPurchaseNote, {
    subjects: freshPurchases,
    body: ({ leadId }) => ({ id: randomUUID(), leadId, text: 'Wants a pool' }),
  }),
  write(purchaseNotes.editPurchaseNote, {
    subjects: withNotes,
    body: { text: 'Wants two pools', version: 1 },
  }),
  write(purchaseNotes.deletePurchaseNote, { subjects: withNotes }),
  write(contactLog.recordContact, {
    subjects: freshPurchases,
    body: ({ leadId }) => ({ id: randomUUID(), leadId, channel: 'call' as const }),
  }),
  write(contactLog.setContactOutcome, {
    subjects: async (system, count) =>
      withEach(await freshPurchases(system, count), async ({ userId, leadId }) => {
        const id = randomUUID()
        await recordContact(system.database, userId, { id, leadId, channel: 'call' })
        return { id }
      }),
    body: { outcome: 'call-later' },
  }),
  write(setMessageTemplate, {
    subjects: freshAgents,
    params: { channel: 'whatsapp' },
    body: { template: { text: 'Hello {name}' } },
  }),
]
