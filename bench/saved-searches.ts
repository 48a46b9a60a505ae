import type pg from 'pg'
import { listedPlaces } from '../contract/src/places.ts'
import { findDueAgents } from '../server/src/features/saved-searches/public/lead-alerts.queries.ts'
import { connectDatabase } from '../server/src/platform/database/connect.ts'
import { cpuOfProcess } from './database-cpu.ts'
import { withClient, withNewDatabase } from './environment.ts'
import { AGENT_ID_PREFIX, addAgents, insertLeads, numberedSql, settle } from './fill.ts'
import { readNumbers } from './options.ts'

// Measures how long a burst of new leads is compared with all saved searches: `node bench/saved-searches.ts`. It exits with 1
// if a lead waits for longer than 5 s.

const maxSeconds = 5
const ROUNDS = 5
/** Number of agents among whom the saved searches are divided. */
const AGENTS = 20_000
const ALERTS_PER_AGENT = 20
const { searches, leads, folder } = readNumbers({ searches: 100_000, leads: 100 })

await withNewDatabase('saved_searches', folder, async (databaseUrl) => {
  await withClient(databaseUrl, async (client) => {
    await addAgents(client, AGENTS)
    await insertLeads(client, { first: 0, count: 2000 })
    await spreadPlaces(client)
    await addSearches(client)
    await settle(client)
    for (const withAlerts of [false, true]) {
      await client.query(
        `update saved_searches set mail_alerts = $1 where right(name, 1) in ('0', '3', '6')`,
        [withAlerts ? 'daily' : 'off'],
      )
      await settle(client)
      console.log(withAlerts ? 'Three of ten searches with alerts:' : 'No search with alerts:')
      for (let round = 0; round < ROUNDS; round += 1) await measureBurst(client)
    }
    await measureDigest(client, databaseUrl)
  })
})

/**
 * Sets random destinations and cities from the listed places. Places at the start of the list are the most frequent.
 */
async function spreadPlaces(client: pg.Client): Promise<void> {
  const places = listedPlaces.map(({ name }) => name)
  await client.query(
    `update leads set destination = ($1::text[])[1 + floor(power(random(), 2) * cardinality($1::text[]))::integer],
      city = ($1::text[])[1 + floor(power(random(), 2) * cardinality($1::text[]))::integer]`,
    [places],
  )
}

/**
 * Of 20 searches, 19 name places: places of the leads, partly in another spelling, and places that no lead has. The
 * last one names a trip type and no place.
 */
async function addSearches(client: pg.Client): Promise<void> {
  await client.query(
    `insert into saved_searches (id, user_id, name, lead_type, trip_type, destination, destinations, cities, verified,
      max_price_paise)
    select gen_random_uuid(), ${numberedSql(AGENT_ID_PREFIX, 'n % $2::integer')}, 'Search ' || n,
      case n % 3 when 0 then 'domestic' when 1 then 'international' end,
      case when n % 4 = 0 or n % 20 = 19 then (array['Family', 'Couples', 'Group', 'Friends'])[1 + n / 4 % 4] end,
      case when n % 20 in (0, 4, 8, 12) then upper(d.places[1 + n / 5 % cardinality(d.places)]) end,
      case when n % 20 in (1, 2, 3, 5, 6, 7, 9, 10) then array[d.places[1 + n / 7 % cardinality(d.places)], 'Nowhere ' || n] else '{}' end,
      case when n % 20 in (2, 9, 11, 13, 14, 15, 16, 17, 18) then array[d.cities[1 + n / 11 % cardinality(d.cities)]] else '{}' end,
      case when n % 10 = 4 then 'phone' end, null
    from generate_series(0, $1::integer - 1) n
    cross join (select array_agg(destination) as places, array_agg(city) as cities from leads) d`,
    [searches, AGENTS],
  )
}

async function measureBurst(client: pg.Client): Promise<void> {
  const { rows: added } = await client.query<{ id: string }>(
    `insert into leads (id, name, phone, email, city, destination, adult, trip_type, lead_type)
    select gen_random_uuid(), name, phone, email, city, destination, adult, trip_type, lead_type
    from leads order by random() limit $1 returning id`,
    [leads],
  )
  const { rows: before } = await client.query(
    `select count(*)::integer as n from saved_search_matches`,
  )
  const {
    rows: [backend],
  } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const cpuBefore = await cpuOfProcess(backend?.pid ?? 0)
  const startedAt = performance.now()
  for (const { id } of added) await client.query('select match_lead($1, now())', [id])
  const seconds = (performance.now() - startedAt) / 1000
  const { rows: after } = await client.query(
    `select count(*)::integer as n from saved_search_matches`,
  )
  const cpu = ((await cpuOfProcess(backend?.pid ?? 0)) - cpuBefore) / 1000
  console.log(
    `${leads} leads, ${searches} searches: ${seconds.toFixed(2)} s, ${cpu.toFixed(2)} s of one core, ${after[0].n - before[0].n} matches`,
  )
  if (seconds > maxSeconds) process.exitCode = 1
}

/** Measures the time to choose the agents of a digest and to remove their alerts, if all alerts are due at once. */
async function measureDigest(client: pg.Client, databaseUrl: string): Promise<void> {
  await client.query('truncate lead_alerts')
  await client.query(
    `insert into lead_alerts (channel, user_id, search_id, lead_id, put_on_sale_at, due_at)
    select 'mail', ${numberedSql(AGENT_ID_PREFIX, 'n % $2::integer')}, gen_random_uuid(), gen_random_uuid(), now(), now()
    from generate_series(0, $1::integer * $2::integer - 1) n`,
    [ALERTS_PER_AGENT, AGENTS],
  )
  await settle(client)
  const database = connectDatabase({ connectionString: databaseUrl, poolSize: 1 })
  const startedAt = performance.now()
  let agents = 0
  for (;;) {
    const due = await findDueAgents(database.kysely, 'mail', 50)
    if (due.length === 0) break
    await client.query(`delete from lead_alerts where channel = 'mail' and user_id = any($1)`, [
      due,
    ])
    agents += due.length
  }
  const seconds = (performance.now() - startedAt) / 1000
  await database.close()
  console.log(`${agents} agents with ${ALERTS_PER_AGENT} due alerts each: ${seconds.toFixed(2)} s`)
}
