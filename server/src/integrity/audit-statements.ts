import { saleTables } from '../features/purchases/purchase-invariants.ts'
import { recentTables } from './fast-audit.ts'

/** Rows that several invariants read, as common table expressions. An audit reads each once. */
const sharedTables: readonly Record<string, string>[] = [recentTables, saleTables]

/** A statement that returns the violations of these invariants, as (invariant, row). */
export interface AuditStatement {
  queries: Record<string, string>
  text: string
}

/** Rows returned per violated invariant. */
const rowsShown = 20

/**
 * A statement that returns the rows that violate an invariant. The query is materialized, because the planner would
 * otherwise expect the first rows early and choose a plan that takes minutes if there is none.
 */
export function selectViolations(invariant: string, query: string): string {
  const name = `'${invariant.replaceAll("'", "''")}'`
  return `(with q as materialized (${query}) select ${name} as invariant, to_jsonb(q) as row from q limit ${rowsShown})`
}

/**
 * One statement for the invariants that read the same shared tables, and one for each other invariant.
 * @param openInstant SQL of the first instant that no sealed day covers
 */
export function auditStatements(
  queries: Record<string, string>,
  openInstant = 'first_open_instant()',
): AuditStatement[] {
  const groups = Map.groupBy(
    Object.entries(queries),
    ([name, query]) => sharedTables.find((tables) => readsAny(tables, query)) ?? name,
  )
  return [...groups].map(([tables, members]) => {
    const found = members.map(([name, query]) => selectViolations(name, query)).join(' union all ')
    const text =
      typeof tables === 'string' ? found : `(with ${toSql(tables)} select * from (${found}) found)`
    return {
      queries: Object.fromEntries(members),
      text: text.replaceAll('first_open_instant()', openInstant),
    }
  })
}

const readsAny = (tables: Record<string, string>, query: string) =>
  Object.keys(tables).some((table) => query.includes(table))

const toSql = (tables: Record<string, string>) =>
  Object.entries(tables)
    .map(([table, query]) => `${table} as materialized (${query})`)
    .join(', ')
