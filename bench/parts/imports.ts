import type { Import, ImportCheck } from '../../contract/src/imports.ts'
import { withProduct } from '../../server/src/testing/load/product.ts'
import { quantile } from '../../server/src/testing/load/statistics.ts'
import { makeSource } from '../../server/src/testing/make-source.ts'
import { type Environment, withKysely } from '../environment.ts'
import { readLeadsForSale } from '../fill-business.ts'
import { goals } from '../goals.ts'
import { buy, get, measureEach, send, write } from '../load.ts'
import type { Options } from '../options.ts'
import type { Row } from '../report.ts'

/** Rows of a file per second of `--seconds`. */
const rowsPerSecond = 5000
const buyEveryMs = 50

/** Measures the import of a spreadsheet while agents buy leads. */
export async function benchImports(
  { openBusiness, folder }: Environment,
  { small, port, seconds }: Options,
): Promise<Row[]> {
  const { admins, agents, databaseUrl } = await openBusiness(small)
  const [admin] = admins
  const leads = (await readLeadsForSale(databaseUrl)).values()
  const source = await withKysely(databaseUrl, (db) => makeSource(db, { kind: 'import' }))
  const total = rowsPerSecond * seconds
  return withProduct({ port, databaseUrl, folder }, async () => {
    const ask = async <T>(request: Parameters<typeof send>[1]) =>
      JSON.parse(await send(port, request)).data as T
    const { _id } = await ask<Import>({
      ...get('/api/imports', admin),
      method: 'POST',
      body: fileOf(total, source.id),
    })
    const checkedFrom = performance.now()
    const call = (action: string) =>
      write('POST', `/api/imports/${_id}/${action}`, { user: admin, body: {} })
    const { added } = await ask<ImportCheck>(call('check'))
    const checkSeconds = (performance.now() - checkedFrom) / 1000
    if (added !== total) throw new Error(`${added} of ${total} rows would be added`)

    let isOver = false
    const buying = measureEach(
      buyEveryMs,
      () => isOver,
      async (at) => {
        const { value } = leads.next()
        const buyer = agents[at % agents.length]
        if (!value || !buyer) throw new Error('no leads are left to buy')
        await send(port, buy(value, buyer))
      },
    )
    buying.catch(() => {}) // Thrown below.
    const startedAt = performance.now()
    await ask(call('run'))
    let record: Import
    do {
      await new Promise((resolve) => setTimeout(resolve, 100))
      record = await ask<Import>(get(`/api/imports/${_id}`, admin))
    } while (record.state === 'running')
    const importSeconds = (performance.now() - startedAt) / 1000
    isOver = true
    const durationsMs = await buying
    if (record.added !== total) throw new Error(`${record.added} of ${total} rows were added`)
    const detail = `${total} rows`
    return [
      { ...goals.importCheck, value: checkSeconds, detail },
      { ...goals.importRun, value: importSeconds, detail },
      {
        ...goals.importBuy,
        value: quantile(durationsMs, 0.99),
        detail: `${durationsMs.length} purchases`,
      },
    ]
  })
}

function fileOf(rows: number, sourceId: string): FormData {
  const lines = Array.from({ length: rows }, (_, at) => {
    const number = String(at).padStart(8, '0')
    return `Traveller,+9187${number},t${number}@bench.example,Goa,2099-12-24,2`
  })
  const form = new FormData()
  form.set('sourceId', sourceId)
  form.set('consentText', 'Agreed at the fair to be called by one agent.')
  const text = ['Name,Phone,Email,Destination,Travel date,Adults', ...lines].join('\n')
  form.set('file', new Blob([text]), 'fair.csv')
  return form
}
