import type { EnquiryStatus } from '@raahi/contract/enquiries'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'
import { type Transaction, withTransaction } from '../../platform/database/transaction.ts'
import type { JobQueue } from '../../platform/jobs/job-queue.ts'
import { everyTenMinutes, type ScheduledTask } from '../../platform/jobs/scheduled-tasks.ts'
import type { Log } from '../../platform/log.ts'
import { eraseRecords } from '../enquiries/public/erase-records.ts'
import { eraseCards } from '../pipeline/public/erase-cards.ts'
import { eraseQuotes } from '../quotes/public/erase-quotes.ts'
import { queueAnalysis } from './analyze-erasures.ts'
import { erasePictures } from './erase-pictures.ts'

/** Enquiries per transaction. Small, so that a traveller or a buyer waits only briefly for its locks. */
const enquiriesAtOnce = 50
/** Messages per statement. */
const messagesAtOnce = 1000

interface Deps {
  database: Database
  jobs: Pick<JobQueue, 'send'>
}

/**
 * Erases data older than the given number of months: unsold enquiries with their leads, enquiries withdrawn after the
 * sale, whose leads stay with their buyers, and contact messages. Locked rows are left for the next run. Several
 * processes may run this concurrently.
 * @returns how many enquiries were erased
 */
export async function eraseOldEnquiries(deps: Deps, months: number): Promise<number> {
  let erased = 0
  for (;;) {
    const batch = await withTransaction(deps.database, (tx) => eraseBatch(tx, deps.jobs, months))
    erased += batch.erased
    if (batch.found < enquiriesAtOnce) break
  }
  await removeOldMessages(deps, months)
  return erased
}

async function eraseBatch(
  tx: Transaction,
  jobs: Deps['jobs'],
  months: number,
): Promise<{ found: number; erased: number }> {
  const { rows } = await sql<{ id: string; status: EnquiryStatus }>`
    select e.id, e.status from enquiries e
    where e.erased_at is null
      and greatest(e.created_at, e.corrected_at) < now() - make_interval(months => ${months}::integer)
      and e.created_at < now() - make_interval(months => ${months}::integer)
      and (e.status = 'withdrawn' or not exists (
        select from lead_origins o join leads l on l.id = o.lead_id
        where o.enquiry_id = e.id and l.status = 'sold'))
    order by e.id limit ${enquiriesAtOnce} for update of e skip locked`.execute(tx)
  const enquiryIds = rows.map(({ id }) => id)
  if (enquiryIds.length === 0) return { found: 0, erased: 0 }
  const leads = await sql<{ id: string; enquiry_id: string; status: string }>`
    select l.id, o.enquiry_id, l.status from leads l join lead_origins o on o.lead_id = l.id
    where o.enquiry_id = any(${enquiryIds}::uuid[]) order by l.id for update of l`.execute(tx)
  // Leads that were sold after the first query stay unchanged, and so do their enquiries unless they were withdrawn.
  const sold = new Set(leads.rows.filter((l) => l.status === 'sold').map((l) => l.enquiry_id))
  const erasedIds = rows
    .filter(({ id, status }) => status === 'withdrawn' || !sold.has(id))
    .map(({ id }) => id)
  const erased = new Set(erasedIds)
  await eraseRecords(tx, {
    enquiryIds: erasedIds,
    leadIds: leads.rows.filter((l) => l.status !== 'sold').map((l) => l.id),
  })
  const bought = leads.rows
    .filter((l) => l.status === 'sold' && erased.has(l.enquiry_id))
    .map((l) => l.id)
  await erasePictures(tx, bought)
  await eraseCards(tx, bought)
  await eraseQuotes(tx, bought)
  await queueAnalysis(tx, jobs)
  return { found: enquiryIds.length, erased: erasedIds.length }
}

async function removeOldMessages({ database, jobs }: Deps, months: number): Promise<void> {
  for (;;) {
    const removed = await withTransaction(database, async (tx) => {
      const { numAffectedRows = 0n } = await sql`
        delete from contact_messages where ctid = any(array(
          select ctid from contact_messages
          where created_at < now() - make_interval(months => ${months}::integer)
          limit ${messagesAtOnce} for update skip locked
        ))`.execute(tx)
      if (numAffectedRows > 0n) await queueAnalysis(tx, jobs)
      return numAffectedRows
    })
    if (removed < messagesAtOnce) break
  }
}

export function retentionTask(
  { months, ...deps }: Deps & { months: number },
  log: Pick<Log, 'info'>,
): ScheduledTask {
  return {
    name: 'retention',
    cron: everyTenMinutes,
    async run() {
      const enquiries = await eraseOldEnquiries(deps, months)
      if (enquiries > 0) log.info({ enquiries }, 'erased enquiries after their retention period')
    },
  }
}
