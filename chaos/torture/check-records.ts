import type pg from 'pg'
import { compare, faultsFound, read, textOf } from './compare.ts'
import type { ToldFacts } from './told.ts'

/** What admins and travellers were told of leads, enquiries, plans, prices and people, against what is on record. */
export async function checkRecords(client: pg.Client, told: ToldFacts): Promise<string[]> {
  return [
    ...(await checkLeads(client, told)),
    ...(await checkEnquiries(client, told)),
    ...(await checkCatalogue(client, told)),
    ...(await checkPeople(client, told)),
    ...(await checkMessages(client, told)),
    ...(await faultsFound(
      client,
      'asked for once and made twice',
      `select min(id::text), name, count(*) from (
         select id, name from leads union all select id, name from enquiries
         union all select id, name from contact_messages) made
       where name ~ '^(Lead|Traveller|Writer) [0-9]+$' group by name having count(*) > 1`,
    )),
  ]
}

async function checkLeads(client: pg.Client, { leads, perhaps }: ToldFacts): Promise<string[]> {
  const off: string[] = []
  const { rows } = await client.query<{
    id: string
    name: string
    deleted: boolean
    cause: string | null
  }>('select id, name, deleted_at is not null as deleted, sold_cause as cause from leads')
  const byId = new Map(rows.map((row) => [row.id, row]))
  for (const [id, { names, isDeleted, soldOutside }] of leads) {
    const row = byId.get(id)
    if (!row) off.push(`lead ${id} was acknowledged and is lost`)
    else if (!names.includes(row.name)) off.push(`lead ${id} reads ${row.name}, not ${names}`)
    if (isDeleted !== null && row && row.deleted !== isDeleted) {
      off.push(`lead ${id} ${isDeleted ? 'was deleted and is back' : 'is gone'}`)
    }
    if (soldOutside !== null && row && (row.cause === 'outside') !== soldOutside) {
      off.push(`lead ${id} was told to be sold outside: ${soldOutside}, and reads ${row.cause}`)
    }
  }
  // Those that were made for the run before it began have other names.
  for (const { id, name } of rows.filter((row) => /^Lead \d+$/.test(row.name))) {
    if (!leads.has(id) && !perhaps.has(name)) off.push(`lead ${name} was made and nobody was told`)
  }
  return off
}

async function checkEnquiries(client: pg.Client, told: ToldFacts): Promise<string[]> {
  const off: string[] = []
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
  for (const [reference, { name, isWithdrawn }] of told.enquiries) {
    const row = byReference.get(reference)
    if (row?.name !== name) off.push(`enquiry ${reference} of ${name} reads ${row?.name}`)
    else if ((row.status === 'withdrawn') !== isWithdrawn) {
      off.push(`enquiry ${reference} reads ${row.status}; withdrawn: ${isWithdrawn}`)
    }
  }
  for (const { id, reference, name, status, lead_id, leads, on_sale } of rows) {
    if (!told.enquiries.has(reference) && !told.perhaps.has(name)) {
      off.push(`enquiry ${reference} was made and nobody was told`)
    }
    if (status === 'withdrawn' && on_sale) off.push(`enquiry ${reference} is withdrawn and on sale`)
    if (leads > 1) off.push(`enquiry ${reference} became ${leads} leads`)
    const conversion = told.conversions.get(id)
    if (lead_id && conversion === undefined)
      off.push(`enquiry ${reference} was converted by nobody`)
    if (conversion && conversion !== lead_id) {
      off.push(`enquiry ${reference} became lead ${lead_id}, not ${conversion} as was told`)
    }
  }
  return off
}

async function checkCatalogue(client: pg.Client, { prices, plans }: ToldFacts): Promise<string[]> {
  const recorded = await read(client, 'select id, price_paise, deleted_at is not null from plans')
  const lost = [...plans].flatMap(([id, { pricePaise, isDeleted }]) =>
    recorded.get(id) === textOf(pricePaise, isDeleted)
      ? []
      : [`plan ${id} was told ${pricePaise} ${isDeleted} and reads ${recorded.get(id)}`],
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

async function checkMessages(client: pg.Client, told: ToldFacts): Promise<string[]> {
  const { rows } = await client.query<{ id: string; name: string; answered: boolean }>(
    'select id, name, answered_at is not null as answered from contact_messages',
  )
  const names = new Set(rows.map(({ name }) => name))
  const lost = [...told.messages].filter((name) => !names.has(name))
  return [
    ...lost.map((name) => `the message of ${name} was acknowledged and is lost`),
    ...rows.flatMap(({ id, name, answered }) => [
      ...(told.messages.has(name) || told.perhaps.has(name)
        ? []
        : [`the message of ${name} was kept and nobody was told`]),
      ...(told.answered.has(id) === answered ? [] : [`message ${id} is answered: ${answered}`]),
    ]),
  ]
}

async function checkPeople(
  client: pg.Client,
  { pictures, companies }: ToldFacts,
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
        : [`the picture of ${userId} is ${recorded.get(userId)}, not ${address} as was told`],
    ),
    ...(await faultsFound(
      client,
      'suspended, and was let in again',
      `select id, email from users where status = 'suspended'`,
    )),
  ]
}

/** Where a moment is kept that something else hangs on: all are the database's, whatever clock a server has. */
const MOMENTS = [
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

/** @param sinceIso when the run began, by the database's clock */
export async function checkMoments(client: pg.Client, sinceIso: string): Promise<string[]> {
  const off: string[] = []
  for (const [table, column] of MOMENTS) {
    const { rows } = await client.query<{ n: number; one: string }>(
      `select count(*) as n, min(${column})::text as one from ${table}
       where ${column} > clock_timestamp() or ${column} < $1`,
      [sinceIso],
    )
    const { n = 0, one = '' } = rows[0] ?? {}
    if (n > 0) off.push(`${n} × ${table}.${column} is not of this run, such as ${one}`)
  }
  const { rows } = await client.query<{ id: string }>(
    `select id from subscriptions
     where ends_at <> started_at + make_interval(hours => 24 * validity_days)`,
  )
  return [...off, ...rows.map(({ id }) => `subscription ${id} does not end when it should`)]
}
