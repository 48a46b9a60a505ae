import type { ContactDisclosure, OwnEnquiry } from '@raahi/contract/own-enquiry'
import { type Kysely, sql } from 'kysely'
import type { Schema } from '../../../platform/database/schema.ts'

/** The maximum number of views on the page of a traveller. A person has at most one view per kind and day. */
const maxShownViews = 100

interface DisclosureRow {
  kind: ContactDisclosure['kind']
  at: Date
  company_name: string | null
  name: string | null
}

/**
 * Lists the newest views of the contact of an enquiry with its purchase, newest first.
 * @returns the list, and whether it lacks older views
 */
export async function findNewestDisclosures(
  db: Kysely<Schema>,
  enquiryId: string,
): Promise<Pick<OwnEnquiry, 'disclosures' | 'hasOlderViews'>> {
  const found = await findDisclosures(db, enquiryId, maxShownViews + 1)
  const views = found.filter(({ kind }) => kind === 'opened' || kind === 'exported')
  const oldest = views[maxShownViews]
  return { disclosures: found.filter((one) => one !== oldest), hasOlderViews: oldest !== undefined }
}

/**
 * Lists who has seen the contact of an enquiry, newest first. Only the agency that bought the lead is named, with its owner,
 * also for views of its members. Views of
 * admins are shown as views of the Raahi team. Views of other agents should not exist and are not shown.
 * @param maxViews null for all views
 */
export async function findDisclosures(
  db: Kysely<Schema>,
  enquiryId: string,
  maxViews: number | null = null,
): Promise<ContactDisclosure[]> {
  const { rows } = await sql<DisclosureRow>`
    select 'bought' as kind, p.created_at as at, u.company_name, u.name
    from lead_origins o join purchases p on p.lead_id = o.lead_id join agency_owners u on u.id = p.user_id
    where o.enquiry_id = ${enquiryId}
    union all
    select 'passed-on', l.sold_at, null, null
    from lead_origins o join leads l on l.id = o.lead_id
    where o.enquiry_id = ${enquiryId} and l.sold_cause = 'outside'
    union all
    (select v.kind, v.viewed_at, buyer.company_name, buyer.name
    from contact_views v join users u on u.id = v.user_id
    left join lead_origins o on o.enquiry_id = v.enquiry_id
    left join purchases b on b.lead_id = o.lead_id and b.user_id = u.agency_id
    left join agency_owners buyer on buyer.id = b.user_id
    where v.enquiry_id = ${enquiryId} and (u.role = 'admin' or b.user_id is not null)
    order by v.viewed_at desc limit ${maxViews}::integer)
    order by at desc`.execute(db)
  return rows.map(({ kind, at, company_name, name }) => ({
    kind,
    at: at.toISOString(),
    agent: company_name !== null && name !== null ? { companyName: company_name, name } : null,
  }))
}
