import type pg from 'pg'
import { compare, listViolations, read, textOf } from './compare.ts'
import type { ExpectedState } from './expected-state.ts'

/** Compares leads, enquiries, plans, prices, users and messages with the stored data. */
export async function checkRecords(client: pg.Client, expected: ExpectedState): Promise<string[]> {
  return [
    ...(await checkLeads(client, expected)),
    ...(await checkEnquiries(client, expected)),
    ...(await checkCatalogue(client, expected)),
    ...(await checkPeople(client, expected)),
    ...(await checkMessages(client, expected)),
    ...(await listViolations(
      client,
      'requested once and created twice',
      `select min(id::text), name, count(*) from (
         select id, name from leads union all select id, name from enquiries
         union all select id, name from contact_messages) made
       where name ~ '^(Lead|Traveller|Writer) [0-9]+$' group by name having count(*) > 1`,
    )),
  ]
}

async function checkLeads(
  client: pg.Client,
  { leads, uncertainNames }: ExpectedState,
): Promise<string[]> {
  const differences: string[] = []
  const { rows } = await client.query<{
    id: string
    name: string
    deleted: boolean
    cause: string | null
  }>('select id, name, deleted_at is not null as deleted, sold_cause as cause from leads')
  const byId = new Map(rows.map((row) => [row.id, row]))
  for (const [id, { names, isDeleted, soldOutside }] of leads) {
    const row = byId.get(id)
    if (!row) differences.push(`lead ${id} was acknowledged and is missing`)
    else if (!names.includes(row.name))
      differences.push(`lead ${id} has the name ${row.name}, not ${names}`)
    if (isDeleted !== null && row && row.deleted !== isDeleted) {
      differences.push(`lead ${id} ${isDeleted ? 'was deleted and still exists' : 'is missing'}`)
    }
    if (soldOutside !== null && row && (row.cause === 'outside') !== soldOutside) {
      differences.push(
        `lead ${id} has sold_cause ${row.cause}; acknowledged as sold outside: ${soldOutside}`,
      )
    }
  }
  // Leads that were added before the run have other names.
  for (const { id, name } of rows.filter((row) => /^Lead \d+$/.test(row.name))) {
    if (!leads.has(id) && !uncertainNames.has(name))
      differences.push(`lead ${name} was created but never acknowledged`)
  }
  return differences
}

async function checkEnquiries(client: pg.Client, expected: ExpectedState): Promise<string[]> {
  const differences: string[] = []
  const { rows } = await client.query<{
    id: string
    reference: string
    name: string
    status: string
    lead_id: string | null
    leads: number
    on_sale: boolean
  }>(`
    select e.id, 'RQ-' || lpad(e.number::text, 6, '0') as reference, e.name, e.status,
      min(o.lead_id::text) as lead_id, count(o.lead_id) as leads,
      coalesce(bool_or(l.status = 'buy' and l.deleted_at is null), false) as on_sale
    from enquiries e left join lead_origins o on o.enquiry_id = e.id
    left join leads l on l.id = o.lead_id group by e.id`)
  const byReference = new Map(rows.map((row) => [row.reference, row]))
  for (const [reference, { name, isWithdrawn }] of expected.enquiries) {
    const row = byReference.get(reference)
    if (row?.name !== name)
      differences.push(`enquiry ${reference} has the name ${row?.name}, not ${name}`)
    else if ((row.status === 'withdrawn') !== isWithdrawn) {
      differences.push(
        `enquiry ${reference} has the status ${row.status}; withdrawal acknowledged: ${isWithdrawn}`,
      )
    }
  }
  for (const { id, reference, name, status, lead_id, leads, on_sale } of rows) {
    if (!expected.enquiries.has(reference) && !expected.uncertainNames.has(name)) {
      differences.push(`enquiry ${reference} was created but never acknowledged`)
    }
    if (status === 'withdrawn' && on_sale)
      differences.push(`enquiry ${reference} is withdrawn but for sale`)
    if (leads > 1) differences.push(`enquiry ${reference} became ${leads} leads`)
    const conversion = expected.conversions.get(id)
    if (lead_id && conversion === undefined)
      differences.push(`enquiry ${reference} was converted, but no admin requested it`)
    if (conversion && conversion !== lead_id) {
      differences.push(
        `enquiry ${reference} became lead ${lead_id}, but ${conversion} was acknowledged`,
      )
    }
  }
  return differences
}

async function checkCatalogue(
  client: pg.Client,
  { prices, plans }: ExpectedState,
): Promise<string[]> {
  const recorded = await read(client, 'select id, price_paise, deleted_at is not null from plans')
  const lost = [...plans].flatMap(([id, { pricePaise, isDeleted }]) =>
    recorded.get(id) === textOf(pricePaise, isDeleted)
      ? []
      : [
          `plan ${id} was acknowledged as ${pricePaise} ${isDeleted} and is stored as ${recorded.get(id)}`,
        ],
  )
  const set = [...prices].filter(([, price]) => price !== null)
  return [
    ...lost,
    ...compare(
      'price',
      set.map(([type, price]) => [type, String(price)]),
      await read(client, 'select type, price_paise from lead_costs'),
    ),
  ]
}

async function checkMessages(client: pg.Client, expected: ExpectedState): Promise<string[]> {
  const { rows } = await client.query<{ id: string; name: string; answered: boolean }>(
    'select id, name, answered_at is not null as answered from contact_messages',
  )
  const names = new Set(rows.map(({ name }) => name))
  const lost = [...expected.messages].filter((name) => !names.has(name))
  return [
    ...lost.map((name) => `the message of ${name} was acknowledged and is missing`),
    ...rows.flatMap(({ id, name, answered }) => [
      ...(expected.messages.has(name) || expected.uncertainNames.has(name)
        ? []
        : [`the message of ${name} was stored but never acknowledged`]),
      ...(expected.answered.has(id) === answered
        ? []
        : [`message ${id} has the wrong mark: answered ${answered}`]),
    ]),
  ]
}

async function checkPeople(
  client: pg.Client,
  { pictures, companies }: ExpectedState,
): Promise<string[]> {
  const recorded = await read(client, `select id, profile_file from users where role = 'user'`)
  const named = await read(client, 'select id, company_name from users')
  return [
    ...[...companies].flatMap(([userId, names]) =>
      names.includes(named.get(userId) ?? '')
        ? []
        : [`the company of ${userId} is ${named.get(userId)}, not ${names}`],
    ),
    ...[...pictures].flatMap(([userId, address]) =>
      address === null || address.endsWith(recorded.get(userId) ?? '?')
        ? []
        : [`the picture of ${userId} is ${recorded.get(userId)}, but ${address} was acknowledged`],
    ),
    ...(await listViolations(
      client,
      'still suspended after activation',
      `select id, email from users where status = 'suspended'`,
    )),
  ]
}

/** Timestamp columns that decisions depend on. All are set by the database's clock, not by the servers' clocks. */
const timestampColumns = [
  ...['orders', 'payments', 'journal_entries', 'purchases', 'sessions', 'enquiries'].map(
    (table) => [table, 'created_at'] as const,
  ),
  ['replacement_requests', 'created_at'],
  ['replacement_requests', 'decided_at'],
  ['leads', 'sold_at'],
  ['leads', 'updated_at'],
  ['leads', 'deleted_at'],
  ['orders', 'paid_at'],
  ['plans', 'updated_at'],
  ['plans', 'deleted_at'],
  ['refunds', 'processed_at'],
  ['subscriptions', 'started_at'],
  ['session_tokens', 'issued_at'],
  ['enquiries', 'decided_at'],
  ['enquiries', 'withdrawn_at'],
  ['invoices', 'issued_at'],
  ['audit_log', 'at'],
] as const

/** @param sinceIso start of the run, from the database's clock */
export async function checkTimestamps(client: pg.Client, sinceIso: string): Promise<string[]> {
  const differences: string[] = []
  for (const [table, column] of timestampColumns) {
    const { rows } = await client.query<{ n: number; one: string }>(
      `select count(*) as n, min(${column})::text as one from ${table}
       where ${column} > clock_timestamp() or ${column} < $1`,
      [sinceIso],
    )
    const { n = 0, one = '' } = rows[0] ?? {}
    if (n > 0) differences.push(`${n} × ${table}.${column} is outside this run, for example ${one}`)
  }
  const { rows } = await client.query<{ id: string }>(
    `select id from subscriptions
     where ends_at <> started_at + make_interval(hours => 24 * validity_days)`,
  )
  return [...differences, ...rows.map(({ id }) => `subscription ${id} has the wrong end date`)]
}
