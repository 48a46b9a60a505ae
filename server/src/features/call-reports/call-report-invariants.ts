import { callReportAfterHours } from '@raahi/contract/call-reports'

/** The query of each invariant selects the reports that violate it. */
export const callReportInvariants: Record<string, string> = {
  'each call report is about the purchase of the lead of its enquiry, a day after it at the earliest': `
    select c.purchase_id, c.enquiry_id, o.enquiry_id as enquiry_of_lead, c.reported_at, p.created_at
    from call_reports c join purchases p on p.id = c.purchase_id
    left join lead_origins o on o.lead_id = p.lead_id
    where o.enquiry_id is distinct from c.enquiry_id
      or c.reported_at < p.created_at + make_interval(hours => ${callReportAfterHours})`,
}
