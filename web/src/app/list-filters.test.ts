import { describe, expect, it } from 'vitest'
import { auditFilters } from '../features/audit-log/audit-filters.ts'
import { messageFilters } from '../features/contact/message-filters.ts'
import { enquiryFilters } from '../features/enquiries/admin/enquiry-filters.ts'
import { invoiceFilters } from '../features/invoices/invoice-filters.ts'
import { kycFilters } from '../features/kyc/kyc-filters.ts'
import { leadFilters } from '../features/lead-facts/public/lead-filters.ts'
import { pipelineFilters } from '../features/pipeline/public/pipeline-filters.ts'
import { offerFilters, planFilters } from '../features/plans/plan-filters.ts'
import { purchaseFilters } from '../features/purchases/purchase-filters.ts'
import { requestFilters } from '../features/replacements/request-filters.ts'
import { sourceFilters } from '../features/sources/source-filters.ts'
import { transactionFilters } from '../features/transactions/management/transaction-filters.ts'
import { statementFilters } from '../features/transactions/statement/statement-filters.ts'
import { userFilters } from '../features/users/user-filters.ts'
import {
  changeFilters,
  clearFilters,
  countFilters,
  type FilterFields,
  readFilters,
  writeFilters,
} from '../lib/list-filters.ts'

const long = (length: number) => 'x'.repeat(length)

/**
 * For each list: an address with every filter, the number of filters that count as set, the address after Clear
 * filters, and invalid values.
 */
const lists: Record<
  string,
  { fields: FilterFields; address: string; count: number; cleared?: string; invalid: string[] }
> = {
  leads: {
    fields: leadFilters,
    address:
      'search=Asha+R&leadType=international&tripType=Group&status=expired&destination=Goa&city=Pune&destinations=Goa%2CBali&cities=Pune&maxPrice=99.50' +
      '&travelFrom=2026-12-01&travelTo=2026-12-31&verified=both&sort=-cost&page=3',
    count: 12,
    cleared: 'sort=-cost',
    invalid: [
      'leadType=both',
      'tripType=Nope',
      'status=gone',
      'sort=name',
      'travelFrom=2026-13-99',
      'travelTo=tomorrow',
      'verified=yes',
      'maxPrice=cheap',
      'maxPrice=-1',
      `search=${long(121)}`,
      'limit=1',
    ],
  },
  purchases: {
    fields: purchaseFilters,
    address: 'search=goa&leadType=domestic&assignee=me&lead=LD-000123&page=2',
    count: 3,
    invalid: ['leadType=both', 'assignee=all', 'lead=x'],
  },
  pipeline: {
    fields: pipelineFilters,
    address:
      'view=list&search=goa&stage=returned&followUp=due&destination=Goa&startDate=2026-11-01&endDate=2026-11-30&sort=followUp&lead=LD-000123&page=2',
    count: 6,
    cleared: 'view=list&sort=followUp',
    invalid: ['view=calendar', 'stage=sold', 'followUp=soon', 'sort=name', 'lead=x'],
  },
  sources: {
    fields: sourceFilters,
    address: 'from=2026-11-01&to=2026-11-30',
    count: 2,
    invalid: ['from=2026-13-01', 'to=today'],
  },
  statement: {
    fields: statementFilters,
    address: 'view=planLeads&method=Online&startDate=2026-11-01&endDate=2026-11-30&page=4',
    count: 3,
    cleared: 'view=planLeads',
    invalid: ['view=coins', 'method=barter', 'startDate=2026-13-01'],
  },
  transactions: {
    fields: transactionFilters,
    address: 'search=TX-0001&status=lead_refund&method=Online&period=week&refund=pending&page=12',
    count: 5,
    invalid: [
      'status=lost',
      'method=barter',
      'period=decade',
      'refund=processed',
      `search=${long(255)}`,
      'search=+',
      'startDate=2026-01-01',
    ],
  },
  users: {
    fields: userFilters,
    address: 'name=Asha+%26+Co&email=a%40b&city=Pune&companyName=%25_&page=3',
    count: 4,
    invalid: [
      `name=${long(121)}`,
      `email=${long(255)}`,
      'name=%00',
      'city=',
      'status=gone',
      'sort=city',
    ],
  },
  invoices: {
    fields: invoiceFilters,
    address: 'kind=credit_note&search=RA%2F26-27&from=2026-04-01&to=2026-06-30&page=3',
    count: 4,
    invalid: ['kind=receipt', 'from=2026-02-31', 'to=tomorrow', `search=${long(61)}`],
  },
  'audit log': {
    fields: auditFilters,
    address:
      'actors=all&actor=asha&action=lead-cost.set&subjectId=0190f3c8-0000-7000-8000-00000000abcd' +
      '&from=2026-01-01&to=2026-01-31&page=4',
    count: 6,
    invalid: [
      'actors=admins',
      'action=anything',
      'action=Lead.Buy',
      'subjectId=12',
      'from=2026-13-01',
      'from=0000-01-01',
      'to=yesterday',
      `actor=${long(255)}`,
    ],
  },
  enquiries: {
    fields: enquiryFilters,
    address: 'status=all&search=RQ-000012&duplicates=only&sort=createdAt&page=3',
    count: 2,
    cleared: 'status=all&sort=createdAt',
    invalid: ['status=sold', 'status=new', 'duplicates=yes', 'sort=name'],
  },
  'contact messages': {
    fields: messageFilters,
    address: 'status=answered&search=visa&open=01a1ff16-4ebd-7160-8d67-3716c296adb9&page=3',
    count: 1,
    cleared: 'status=answered',
    invalid: ['status=closed', 'status=open', 'open=first'],
  },
  'KYC documents': {
    fields: kycFilters,
    address: 'status=all&open=01a1ff16-4ebd-7160-8d67-3716c296adb9&sort=-submittedAt&page=2',
    count: 0,
    cleared: 'status=all&sort=-submittedAt',
    invalid: ['status=none', 'status=submitted', 'sort=submittedAt', 'open=1'],
  },
  'replacement requests': {
    fields: requestFilters,
    address:
      'status=all&search=asha&reason=wrong-number&open=01a1ff16-4ebd-7160-8d67-3716c296adb9&sort=createdAt&page=3',
    count: 2,
    cleared: 'status=all&sort=createdAt',
    invalid: ['status=open', 'status=pending', 'reason=toString', 'sort=usual', 'sort=cost'],
  },
  'plans on sale': {
    fields: offerFilters,
    address: 'planType=domestic&page=2',
    count: 1,
    invalid: ['planType=luxury', 'planType=Both'],
  },
  plans: {
    fields: planFilters,
    address: 'planType=both&view=cards&page=3',
    count: 1,
    cleared: 'view=cards',
    invalid: ['planType=luxury', 'view=list', 'view=table'],
  },
}
const read = (fields: FilterFields, query: string) =>
  readFilters(fields, new URLSearchParams(query))

describe.each(Object.entries(lists))('the filters of %s', (_, list) => {
  const { fields, address, count, cleared = '', invalid } = list
  const set = read(fields, address)
  const unset = read(fields, '')

  it('survive a round trip through the address', () => {
    expect(writeFilters(fields, set).toString()).toBe(address)
    expect(writeFilters(fields, unset).toString()).toBe('')
  })

  it('are counted if set, and can be cleared', () => {
    expect([countFilters(fields, set), countFilters(fields, unset)]).toEqual([count, 0])
    expect(writeFilters(fields, clearFilters(fields, set)).toString()).toBe(cleared)
  })

  it('drop each invalid value without affecting the others', () => {
    for (const query of invalid) {
      expect(read(fields, query), query).toEqual(unset)
      expect(read(fields, `${query}&page=2`), query).toEqual({ ...unset, page: 2 })
    }
  })
})

describe('the page in the address', () => {
  it.each(['0', '-1', '01', '1.5', 'x', '', '99999999999'])('is the first for %o', (page) => {
    expect(read({}, `page=${page}`).page).toBe(1)
  })

  it('is limited, so that no list requests a page that the server refuses', () => {
    expect(read({}, 'page=999999999').page).toBe(1_000_000)
  })

  it('is the first after a change of a filter, which also drops the link to one entry', () => {
    const present = readFilters(
      purchaseFilters,
      new URLSearchParams('leadType=domestic&lead=LD-000123&page=2'),
    )
    const after = (changed: Partial<typeof present>) =>
      writeFilters(purchaseFilters, changeFilters(purchaseFilters, present, changed)).toString()
    expect(after({ search: 'goa' })).toBe('search=goa&leadType=domestic')
    expect(after({ page: 3 })).toBe('leadType=domestic&page=3')
  })
})
