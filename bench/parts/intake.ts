import { withClient } from '../../server/src/testing/load/database.ts'
import { withProduct } from '../../server/src/testing/load/product.ts'
import { intakeForm, makeKey, makeSource } from '../../server/src/testing/make-source.ts'
import { type Environment, withKysely } from '../environment.ts'
import { goals } from '../goals.ts'
import { drive, write } from '../load.ts'
import type { Options } from '../options.ts'
import type { Row } from '../report.ts'

const clients = 8
/** A key may make 600 requests a minute. */
const perKey = 500

/** Measures single enquiries of programs, each of a new traveller, without batches. */
export async function benchIntake(
  { createDatabase, folder }: Environment,
  { port, seconds, rounds }: Options,
): Promise<Row[]> {
  const databaseUrl = await createDatabase('intake')
  const perClient = Math.ceil((seconds * rounds * 300) / clients)
  const keys = await withKysely(databaseUrl, async (db) => {
    const source_id = (await makeSource(db)).id
    const count = Math.ceil(perClient / perKey) * clients
    return Promise.all(Array.from({ length: count }, () => makeKey(db, { source_id })))
  })
  return withProduct({ port, databaseUrl, folder }, async () => {
    const requestsOf = (client: number) =>
      Array.from({ length: perClient }, (_, at) => {
        const token = keys[client + clients * Math.floor(at / perKey)]?.token ?? ''
        return write('POST', '/api/intake/leads', {
          user: { userId: '', token },
          body: intakeForm(),
        })
      })
    const amount = clients * perClient
    const { perSecond, p99Ms } = await drive({ port, clients, amount, requestsOf })
    const stored = await withClient(databaseUrl, (client) =>
      client.query<{ n: number }>('select count(*) as n from enquiries'),
    )
    if (stored.rows[0]?.n !== amount) {
      throw new Error(`${stored.rows[0]?.n} enquiries are stored, but ${amount} were acknowledged`)
    }
    return [
      { ...goals.intakeRate, value: perSecond, detail: `${amount} enquiries` },
      { ...goals.intakeP99, value: p99Ms, detail: '' },
    ]
  })
}
