import { hash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import { type Transaction, withTransaction } from '../database/transaction.ts'
import { ApiFailure } from './failure.ts'

/** One intent of one caller. Repeating the request does nothing twice. */
export interface IdempotentRequest {
  callerId: string
  /** Name of the endpoint. A key is valid for one call only. */
  call: string
  key: string
  requestHash: Buffer
}

/**
 * Reads the `Idempotency-Key` of a request; null without the header.
 * @throws ApiFailure INVALID_IDEMPOTENCY_KEY
 */
export function idempotentRequest(
  request: FastifyRequest,
  intent: { callerId: string; call: string; body: unknown },
): IdempotentRequest | null {
  const key = request.headers['idempotency-key']
  if (key === undefined) return null
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(key)) {
    throw new ApiFailure('INVALID_IDEMPOTENCY_KEY')
  }
  const { callerId, call, body } = intent
  // The body has been parsed by its schema, which fixes the order of its fields.
  return { callerId, call, key, requestHash: hash('sha256', JSON.stringify(body), 'buffer') }
}

/**
 * Runs the work once per key: the response is stored in the transaction of the work. A repeated request gets the stored
 * response. A failure rolls back, stores nothing and frees the key.
 * @param work the action; its response must be plain JSON
 * @throws ApiFailure IDEMPOTENCY_KEY_REUSED if the key was used with another body
 */
export async function withIdempotency<T extends object>(
  database: Database,
  intent: IdempotentRequest | null,
  work: (tx: Transaction) => Promise<T>,
): Promise<{ answer: T; replayed: boolean }> {
  return withTransaction(database, async (tx) => {
    if (!intent) return { answer: await work(tx), replayed: false }
    const { callerId, call, key, requestHash } = intent
    const claimed = await sql<{ answer: T | null }>`
      select claim_idempotency_key(${callerId}, ${call}, ${key}, ${requestHash}) as answer
    `.execute(tx)
    const storedAnswer = claimed.rows[0]?.answer
    if (storedAnswer) return { answer: storedAnswer, replayed: true }
    const answer = await work(tx)
    await tx
      .insertInto('idempotency_keys')
      .values({
        caller_id: callerId,
        call,
        key,
        request_hash: requestHash,
        answer: JSON.stringify(answer),
      })
      .execute()
    return { answer, replayed: false }
  })
}
