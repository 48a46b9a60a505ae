import { connectDatabase, type Database } from '../../server/src/platform/database/connect.ts'
import { connectionStringOfRunning } from '../../server/src/platform/database/embedded-postgres.ts'
import { demoProduct } from './products.ts'

/** Runs a task on a product's database, for tasks without an API call. */
export async function onDatabase<T>(
  task: (database: Database) => Promise<T>,
  { dataDir } = demoProduct,
): Promise<T> {
  const database = connectDatabase({
    connectionString: await connectionStringOfRunning(dataDir),
    poolSize: 1,
  })
  try {
    return await task(database)
  } finally {
    await database.close()
  }
}
