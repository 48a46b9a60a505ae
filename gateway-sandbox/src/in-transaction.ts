import type pg from 'pg'

/** Runs `work` in a new transaction. An error rolls it back. */
export async function inTransaction<T>(
  pool: pg.Pool,
  work: (tx: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const tx = await pool.connect()
  let broken = false
  try {
    await tx.query('begin')
    const result = await work(tx)
    await tx.query('commit')
    return result
  } catch (error) {
    await tx.query('rollback').catch(() => {
      broken = true
    })
    throw error
  } finally {
    tx.release(broken)
  }
}
