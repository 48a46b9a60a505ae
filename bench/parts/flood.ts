import autocannon from 'autocannon'
import { withProduct } from '../../server/src/testing/load/product.ts'
import { quantile } from '../../server/src/testing/load/statistics.ts'
import type { Environment } from '../environment.ts'
import { readLeadsForSale } from '../fill-business.ts'
import { goals } from '../goals.ts'
import { buy, formatStatuses, get, measureEach, type Request, send } from '../load.ts'
import type { Options } from '../options.ts'
import type { Row } from '../report.ts'

/** Requests of one agent that are always in flight. */
const inFlight = 60
const requestEveryMs = 20

/** Measures requests of other users while one agent always has 60 different heavy searches in flight. */
export async function benchFlood(environment: Environment, options: Options): Promise<Row[]> {
  const { agents, databaseUrl } = await environment.openBusiness(options.medium)
  const { port, seconds } = options
  const leads = (await readLeadsForSale(databaseUrl)).values()
  const [attacker, user, ...buyers] = agents
  return withProduct({ port, databaseUrl, folder: environment.folder }, async () => {
    const searches = Array.from({ length: 600 }, (_, at) =>
      get(`/api/leads?search=${'aeiour'[at % 6]}&page=${1 + at}&limit=50`, attacker),
    )
    const flood = autocannon({
      url: `http://127.0.0.1:${port}`,
      connections: inFlight,
      duration: seconds * 3,
      requests: searches,
      workers: 1, // The rejected searches cost this process nothing.
    })
    let isOver = false
    flood.then(
      () => (isOver = true),
      () => (isOver = true),
    )
    let notReady = 0
    const measure = async (request: (at: number) => Request) => {
      const durationsMs = await measureEach(
        requestEveryMs,
        () => isOver,
        (at) => send(port, request(at)),
      )
      return quantile(durationsMs, 0.99)
    }
    const [me, buying] = await Promise.all([
      measure(() => get('/api/auth/me', user)),
      measure((at) => {
        const { value } = leads.next()
        const buyer = buyers[at % buyers.length]
        if (!value || !buyer) throw new Error('no leads are left to buy')
        return buy(value, buyer)
      }),
      measure(() => get('/readyz')).catch(() => {
        notReady += 1
      }),
    ])
    const detail = `responses to the searches: ${formatStatuses(await flood)}`
    return [
      { ...goals.floodMe, value: me, detail },
      { ...goals.floodBuy, value: buying, detail: '' },
      { ...goals.floodReady, value: notReady, detail: '' },
    ]
  })
}
