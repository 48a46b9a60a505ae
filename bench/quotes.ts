import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { cpuBetween, readCpuTimes } from './database-cpu.ts'
import { withClient, withNewDatabase } from './environment.ts'
import { type Agent, addAgents, insertLeads, LEAD_ID_PREFIX, numberedSql, settle } from './fill.ts'
import type { HttpConnection } from './load/http-connection.ts'
import { getRequest, postRequest } from './load/requests.ts'
import { readNumbers } from './options.ts'
import { withProduct } from './product.ts'
import { type QuoteLanguage, quoteTextsOf } from './quote-texts.ts'
import { quantile } from './statistics.ts'

// Measures quotes, one request at a time: `node bench/quotes.ts`. Each quote is sent, read by its link, and drawn as a
// PDF. It exits with 1 if the p95 of a PDF with 15 days is above 300 ms.

const maxPdfP95Ms = 300
const DAYS = 15
/** Below the number of PDFs that a user can draw in ten minutes. */
const QUOTES_PER_AGENT = 25
const languages = ['latin', 'hindi'] as const satisfies QuoteLanguage[]

/** `quotes` is the number of quotes per language. */
const { quotes: count, port, folder } = readNumbers({ quotes: 200, port: 24_220 })

interface Draft {
  id: string
  token: string
  language: QuoteLanguage
}

await withNewDatabase('quotes', folder, async (databaseUrl, environment) => {
  const drafts = await withClient(databaseUrl, fill)
  // All travellers send from this machine, so its address is exempt from the limits per address.
  const env = { RATE_LIMIT_ALLOW: '127.0.0.1,::1' }
  const start = { port, databaseUrl, folder: environment.folder, env }
  await withProduct(start, async (connection, product) => {
    const measure = measurer(connection, product.pid)
    const links = await measure('send', drafts, ({ id, token }) =>
      postRequest(`/api/quotes/${id}/send`, { body: { revision: 1 }, token, key: id }),
    )
    const secrets = links.map((answer) => /\/quote#([\w-]{43})/.exec(answer)?.[1] ?? '')
    await measure('traveller’s page', secrets, (secret) =>
      postRequest('/api/sharedQuote', { body: { secret }, token: '', key: '' }),
    )
    for (const language of languages) {
      const { p95Ms } = await measure(
        `PDF of ${DAYS} days, ${language}`,
        drafts.filter((draft) => draft.language === language),
        ({ id, token }) => getRequest(`/api/quotes/${id}/versions/1/pdf`, token),
      )
      if (p95Ms > maxPdfP95Ms) process.exitCode = 1
    }
  })
})

function measurer(connection: HttpConnection, server: number) {
  /** Sends one request after another. @returns the responses, and the p95 */
  return async <T>(name: string, items: readonly T[], build: (item: T) => string) => {
    const durations: number[] = []
    const answers: string[] = []
    const cpuBefore = await readCpuTimes(server)
    for (const item of items) {
      const sentAt = performance.now()
      const { status, body } = await connection.send(build(item), true)
      durations.push(performance.now() - sentAt)
      const answer = body?.toString('latin1') ?? ''
      if (status >= 300) throw new Error(`the product returned ${status}: ${answer}`)
      answers.push(answer)
    }
    const cpuMs = cpuBetween(cpuBefore, await readCpuTimes(server)) / items.length
    const p95Ms = quantile(durations, 0.95)
    const figures = `p50 ${quantile(durations, 0.5).toFixed(1)} ms, p95 ${p95Ms.toFixed(1)} ms`
    console.log(`${name}: ${figures}, ${cpuMs.toFixed(1)} ms of the server's CPU`)
    return Object.assign(answers, { p95Ms })
  }
}

/** @returns drafts of quotes that differ in their texts, half of them in each language */
async function fill(client: pg.Client): Promise<Draft[]> {
  const total = count * languages.length
  const agents = await addAgents(client, Math.ceil(total / QUOTES_PER_AGENT))
  await insertLeads(client, { first: 0, count: total })
  const drafts = Array.from({ length: total }, (_, at) => draftOf(agents, at))
  await client.query(
    `select buy_lead(gen_random_uuid(), gen_random_uuid(), user_id, ${numberedSql(LEAD_ID_PREFIX, 'n - 1')},
       null, 'wallet', null, null, null, null)
     from unnest($1::uuid[]) with ordinality given (user_id, n)`,
    [drafts.map(({ userId }) => userId)],
  )
  await client.query(
    `insert into quotes (id, purchase_id, user_id)
     select given.id, p.id, p.user_id from unnest($1::uuid[]) with ordinality given (id, n)
     join purchases p on p.lead_id = ${numberedSql(LEAD_ID_PREFIX, 'n - 1')}`,
    [drafts.map(({ id }) => id)],
  )
  await client.query(
    `insert into quote_versions (quote_id, number, title, days, inclusions, exclusions, terms, valid_until,
       price_per_person_paise, persons, gst, gst_percent, taxable_paise, total_paise)
     select (t ->> 'id')::uuid, 1, t ->> 'title', t -> 'days', t ->> 'inclusions', t ->> 'exclusions', t ->> 'terms',
       '2099-12-31', 2500000, 4, 'none', 0, 10000000, 10000000
     from unnest($1::jsonb[]) t`,
    [drafts.map((draft) => JSON.stringify(draft))],
  )
  await settle(client)
  return drafts
}

function draftOf(agents: readonly Agent[], at: number) {
  const agent = agents[Math.floor(at / QUOTES_PER_AGENT)]
  if (!agent) throw new Error('too few agents were added')
  const language: QuoteLanguage = at % 2 === 0 ? 'latin' : 'hindi'
  return { ...agent, id: randomUUID(), language, ...quoteTextsOf(language, at, DAYS) }
}
