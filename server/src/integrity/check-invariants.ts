import { sql } from 'kysely'
import { sessionInvariants } from '../features/auth/session-invariants.ts'
import { automaticBuyingInvariants } from '../features/automatic-buying/automatic-buying-invariants.ts'
import { callReportInvariants } from '../features/call-reports/call-report-invariants.ts'
import { enquiryInvariants } from '../features/enquiries/enquiry-invariants.ts'
import { invoiceInvariants } from '../features/invoices/invoice-invariants.ts'
import { leadInvariants } from '../features/leads/lead-invariants.ts'
import { moneyRequestInvariants } from '../features/money-requests/money-request-invariants.ts'
import { paymentInvariants } from '../features/payments/payment-invariants.ts'
import { pipelineInvariants } from '../features/pipeline/pipeline-invariants.ts'
import { planInvariants } from '../features/plans/plan-invariants.ts'
import { priceAgeingInvariants } from '../features/price-ageing/price-ageing-invariants.ts'
import { purchaseInvariants } from '../features/purchases/purchase-invariants.ts'
import { replacementInvariants } from '../features/replacements/replacement-invariants.ts'
import { returnOddsInvariants } from '../features/return-odds/return-odds-invariants.ts'
import { transactionInvariants } from '../features/transactions/transaction-invariants.ts'
import { userInvariants } from '../features/users/user-invariants.ts'
import { walletInvariants } from '../features/wallets/wallet-invariants.ts'
import { auditLogInvariants } from '../platform/audit-log/audit-log-invariants.ts'
import type { Database } from '../platform/database/connect.ts'
import { sqlState } from '../platform/database/errors.ts'
import { guardInvariants } from '../platform/database/guard-invariants.ts'
import type { Transaction } from '../platform/database/transaction.ts'
import { ledgerInvariants } from '../platform/ledger/ledger-invariants.ts'
import { sealInvariants } from '../platform/ledger/seals/seal-invariants.ts'
import { type AuditStatement, auditStatements } from './audit-statements.ts'
import { fastQueriesOf } from './fast-audit.ts'

/** All invariants of the product. Features and platform define them; this list is the only place that collects them. */
export const invariants: Record<string, string> = {
  ...ledgerInvariants,
  ...sealInvariants,
  ...walletInvariants,
  ...leadInvariants,
  ...purchaseInvariants,
  ...priceAgeingInvariants,
  ...automaticBuyingInvariants,
  ...pipelineInvariants,
  ...planInvariants,
  ...replacementInvariants,
  ...returnOddsInvariants,
  ...enquiryInvariants,
  ...callReportInvariants,
  ...paymentInvariants,
  ...moneyRequestInvariants,
  ...invoiceInvariants,
  ...userInvariants,
  ...sessionInvariants,
  ...transactionInvariants,
  ...auditLogInvariants,
  ...guardInvariants,
}

/** complete: every invariant, over all rows. fast: see `fast-audit.ts`. */
export type AuditScope = 'complete' | 'fast'

const queriesOf: Record<AuditScope, Record<string, string>> = {
  complete: invariants,
  fast: fastQueriesOf(invariants),
}

export interface Finding {
  invariant: string
  rows: unknown[]
}

interface Violation {
  invariant: string
  row: unknown
}

const joinStatements = (statements: readonly AuditStatement[]) =>
  statements.map(({ text }) => text).join(' union all ')

const selectAllViolations = joinStatements(auditStatements(invariants))

/**
 * The first instant that no sealed day covers, as a SQL literal. With a literal the planner can estimate the number of
 * later rows, and the function is not called for each row.
 * @param tx repeatable read, so that no day is sealed after this
 */
async function readOpenInstant(tx: Transaction): Promise<string> {
  const { rows } = await sql<{ at: string }>`select first_open_instant()::text as at`.execute(tx)
  return `'${rows[0]?.at}'::timestamptz`
}

/**
 * Checks the invariants with one statement on all cores, in one snapshot: concurrent purchases do not look like violations.
 * It has no time limit, because a large database takes longer than any request may.
 * @returns the violated invariants; an empty list if all hold
 */
export async function checkInvariants(
  database: Database,
  scope: AuditScope = 'complete',
): Promise<Finding[]> {
  const { rows } = await database.kysely
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      await sql`set local statement_timeout = 0`.execute(tx)
      const statements = auditStatements(queriesOf[scope], await readOpenInstant(tx))
      return sql.raw<Violation>(joinStatements(statements)).execute(tx)
    })
  return toFindings(rows)
}

/**
 * Checks all invariants with one statement that each connection plans once and that has the time limit of the
 * connection. In a small database, planning takes most of the time.
 */
export async function checkInvariantsAgain(database: Database): Promise<Finding[]> {
  const statement = { name: 'check_invariants', text: selectAllViolations, values: [] }
  return toFindings((await database.prepared<Violation>(statement)).rows)
}

/** query_canceled and lock_not_available: the statement exceeded its time limit. */
const timeLimitExceeded = new Set(['57014', '55P03'])

interface AuditLimits {
  scope: AuditScope
  statementTimeoutMs: number
  signal?: AbortSignal | undefined
}

/**
 * Checks the invariants on one core, each for at most `statementTimeoutMs` (0: no limit), for a database in use.
 * Invariants that take longer are returned as `unchecked`.
 * @param signal when it is aborted, the running statement is cancelled and no further invariant is checked
 */
export async function checkInvariantsWithin(
  database: Database,
  { scope, statementTimeoutMs, signal }: AuditLimits,
): Promise<{ findings: Finding[]; unchecked: string[] }> {
  return database.kysely
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const { rows } = await sql<{ pid: number }>`
        select pg_backend_pid() as pid,
          set_config('statement_timeout', ${String(statementTimeoutMs)}, true)`.execute(tx)
      if (statementTimeoutMs > 0)
        await sql`set local max_parallel_workers_per_gather = 0`.execute(tx)
      const cancel = () => {
        const cancelled = sql`select pg_cancel_backend(${rows[0]?.pid}::integer)`
        cancelled.execute(database.kysely).catch(() => {}) // The statement then ends at its time limit.
      }
      signal?.addEventListener('abort', cancel)
      try {
        return await checkAll(tx, queriesOf[scope], await readOpenInstant(tx), signal)
      } finally {
        signal?.removeEventListener('abort', cancel)
      }
    })
}

async function checkAll(
  tx: Transaction,
  queries: Record<string, string>,
  openInstant: string,
  signal: AbortSignal | undefined,
) {
  const findings: Finding[] = []
  const unchecked: string[] = []
  const left = auditStatements(queries, openInstant)
  for (let next = left.shift(); next && !signal?.aborted; next = left.shift()) {
    await sql`savepoint checking`.execute(tx)
    try {
      const { rows } = await sql.raw<Violation>(next.text).execute(tx)
      findings.push(...toFindings(rows))
      await sql`release savepoint checking`.execute(tx)
    } catch (error) {
      if (!timeLimitExceeded.has(sqlState(error) ?? '')) throw error
      await sql`rollback to savepoint checking`.execute(tx)
      const members = Object.entries(next.queries)
      if (members.length === 1) unchecked.push(...Object.keys(next.queries))
      // Each invariant alone may take less.
      else
        left.push(
          ...members.flatMap(([name, query]) => auditStatements({ [name]: query }, openInstant)),
        )
    }
  }
  return { findings, unchecked }
}

function toFindings(violations: readonly Violation[]): Finding[] {
  const byInvariant = Map.groupBy(violations, ({ invariant }) => invariant)
  return [...byInvariant].map(([invariant, found]) => ({
    invariant,
    rows: found.map(({ row }) => row),
  }))
}

/** How many invariants an audit checks. */
export const countInvariants = (scope: AuditScope) => Object.keys(queriesOf[scope]).length
export const invariantCount = countInvariants('complete')
