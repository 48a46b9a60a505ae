import type { MappedField } from '@raahi/contract/source-labels'
import { type Kysely, sql } from 'kysely'
import type { Schema } from '../../platform/database/schema.ts'
import type { Transaction } from '../../platform/database/transaction.ts'

/** Further questions are kept with their answers, and cannot be mapped. */
const maxQuestions = 50

/** The questions that the form of a source has asked, and the fields that an admin has chosen for them. */
export async function findQuestions(
  db: Kysely<Schema>,
  sourceId: string,
): Promise<{ question: string; field: MappedField | null }[]> {
  return db
    .selectFrom('source_questions')
    .select(['question', 'field'])
    .where('source_id', '=', sourceId)
    .orderBy('created_at')
    .orderBy('question')
    .execute()
}

/** Stores new questions of a source for its page. */
export async function noteQuestions(
  db: Kysely<Schema>,
  sourceId: string,
  questions: readonly string[],
): Promise<void> {
  if (questions.length === 0) return
  await sql`
    insert into source_questions (source_id, question)
    select ${sourceId}, question from unnest(${[...new Set(questions)]}::text[]) question
    where (select count(*) from source_questions where source_id = ${sourceId}) < ${maxQuestions}
    limit ${maxQuestions} on conflict do nothing`.execute(db)
}

/** Stores which field a question means; null: its answers are kept as text. Unknown questions are left out. */
export async function mapQuestions(
  tx: Transaction,
  sourceId: string,
  questions: readonly { question: string; field: MappedField | null }[],
): Promise<void> {
  for (const { question, field } of questions) {
    await tx
      .updateTable('source_questions')
      .set({ field })
      .where('source_id', '=', sourceId)
      .where('question', '=', question)
      .execute()
  }
}
