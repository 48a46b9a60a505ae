import { connectDatabase } from '../server/src/platform/database/connect.ts'
import { sealDays } from '../server/src/platform/ledger/seals/seal-days.ts'

/** Seals all days that have ended, as in a product that has run for a long time. @returns their number */
export async function sealAllDays(databaseUrl: string): Promise<number> {
  const database = connectDatabase({ connectionString: databaseUrl, poolSize: 2 })
  try {
    let days = 0
    for (;;) {
      const sealed = await sealDays(database)
      if (sealed === 0) return days
      days += sealed
    }
  } finally {
    await database.close()
  }
}
