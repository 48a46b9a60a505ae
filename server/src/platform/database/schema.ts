import type { EnquirySource, EnquiryStatus, RejectReason } from '@raahi/contract/enquiries'
import type { InvoiceKind } from '@raahi/contract/invoices'
import type { LeadCostType } from '@raahi/contract/lead-costs'
import type { LeadStatus, LeadType, ReplacementStatus, TripType } from '@raahi/contract/leads'
import type { OrderKind, OrderStatus, PaymentStatus } from '@raahi/contract/payments'
import type { PlanType } from '@raahi/contract/plans'
import type { PayWay } from '@raahi/contract/purchases'
import type { ReplacementReason, RequestStatus } from '@raahi/contract/replacements'
import type { TransactionMethod } from '@raahi/contract/transactions'
import type { Role, UserStatus } from '@raahi/contract/users'
import type { ColumnType, Generated, JSONColumnType } from 'kysely'

/** Set by the database when the row is made; a test or the demo data may give it. */
type Timestamp = ColumnType<Date, Date | undefined, Date>
type NullableTimestamp = ColumnType<Date | null, Date | null | undefined, Date | null>
/** Given out by the database alone. */
type Identity = ColumnType<number, never, never>

/** The tables as the migrations make them; the SQL there is the source, this its types. */
export interface Schema {
  users: {
    id: string
    name: string
    email: string
    /** Admins alone can be without one. */
    phone: string | null
    password_hash: string
    city: string | null
    company_name: string
    role: Role
    status: Generated<UserStatus>
    profile_file: string | null
    kyc_file: string | null
    kyc_name: string | null
    kyc_type: string | null
    /** When the KYC document was deleted because the account was not used. */
    kyc_deleted_at: NullableTimestamp
    /** When the account was first logged in to; null: never. */
    first_login_at: NullableTimestamp
    /** Of accounts older than `first_login_at` without a known login: when the recording of logins began. */
    logins_recorded_from: NullableTimestamp
    gstin: string | null
    /** Two digits; of a GSTIN its own. */
    billing_state: string | null
    billing_address: string | null
    /** When the owner of the email proved to receive mail there; null: not yet. */
    email_confirmed_at: NullableTimestamp
    /** The email that the user wants to have, until its link is used or expires; see email_confirmations. */
    pending_email: string | null
    pending_email_until: NullableTimestamp
    created_at: Timestamp
    /** Name, email, city and company in lower case, made by the database. */
    search_name: ColumnType<string, never, never>
    search_email: ColumnType<string, never, never>
    search_city: ColumnType<string | null, never, never>
    search_company: ColumnType<string, never, never>
  }
  user_day_counts: { day: string; n: number }
  sessions: {
    id: string
    user_id: string
    ip: string | null
    user_agent: string | null
    created_at: Timestamp
    ended_at: NullableTimestamp
    /** When the second factor was given; null: the password alone opened it. */
    two_factor_at: NullableTimestamp
  }
  two_factor: {
    user_id: string
    key_id: string
    sealed: Buffer
    last_step: number
    since: Timestamp
  }
  two_factor_setups: { user_id: string; key_id: string; sealed: Buffer; started_at: Timestamp }
  recovery_codes: { user_id: string; code_hash: Buffer; used_at: NullableTimestamp }
  login_challenges: {
    token_hash: Buffer
    user_id: string
    tries: Generated<number>
    expires_at: Date
    ended_at: NullableTimestamp
  }
  session_tokens: {
    token_hash: Buffer
    session_id: string
    kind: 'access' | 'refresh'
    expires_at: Date
    used_at: NullableTimestamp
    issued_at: Timestamp
  }
  known_browsers: {
    token_hash: Buffer
    user_id: string
    last_login_at: Timestamp
    two_factor_at: NullableTimestamp
  }
  email_confirmations: {
    token_hash: Buffer
    user_id: string
    email: string
    expires_at: Date
  }
  password_resets: {
    id: string
    user_id: string
    requested_at: Date
    code_key: Buffer
    code_hash: Buffer
    code_expires_at: Date
    tries: Generated<number>
    ended_at: NullableTimestamp
    ticket_hash: Buffer | null
    ticket_expires_at: NullableTimestamp
    ticket_used_at: NullableTimestamp
  }
  idempotency_keys: {
    caller_id: string
    call: string
    key: string
    request_hash: Buffer
    answer: JSONColumnType<object>
    created_at: Timestamp
  }
  rate_limits: { key: string; count: number; resets_at: Date }
  audit_log: {
    id: Identity
    at: ColumnType<Date, never, never>
    actor_id: string | null
    /** Of an agent unless told. */
    actor_role: Generated<Role | 'console'>
    action: string
    subject_type: string
    subject_id: string | null
    before: JSONColumnType<object> | null
    after: JSONColumnType<object> | null
    request_id: string | null
    ip: string | null
  }
  accounts: {
    id: string
    kind:
      | 'wallet'
      | 'revenue_leads'
      | 'revenue_plans'
      | 'gateway'
      | 'cash'
      | 'adjustments'
      | 'refunds_due'
    user_id: string | null
    balance_paise: number | null
  }
  journal_entries: {
    id: string
    number: Identity
    method: TransactionMethod
    status: 'captured' | 'lead_refund'
    user_id: string
    amount_paise: number
    description: string
    created_at: Timestamp
  }
  recharge_details: { entry_id: string; reference: string | null; note: string | null }
  payments: {
    id: string
    gateway_payment_id: string
    user_id: string
    /** Null: the money went into the wallet. */
    plan_name: string | null
    amount_paise: number
    status: PaymentStatus
    /** Set unless it failed. */
    entry_id: string | null
    created_at: Timestamp
    /** Null: a failed one from before orders were kept. */
    order_id: string | null
    instrument: string | null
    failure: string | null
    /** Its order was paid by another payment: it goes back. */
    surplus: Generated<boolean>
  }
  orders: {
    id: string
    user_id: string
    kind: OrderKind
    plan_id: string | null
    plan_name: string | null
    plan_type: PlanType | null
    validity_days: number | null
    lead_quota: number | null
    amount_paise: number
    currency: Generated<'INR'>
    status: Generated<OrderStatus>
    /** Null until the gateway has answered. */
    gateway_order_id: string | null
    created_at: Timestamp
    paid_at: NullableTimestamp
    /** Null: the gateway is asked no more. */
    next_check_at: NullableTimestamp
    /** Made with the sandbox or a test key. */
    is_test: Generated<boolean>
  }
  refunds: {
    id: string
    payment_id: string
    amount_paise: number
    status: Generated<'pending' | 'processed'>
    gateway_refund_id: string | null
    entry_id: string | null
    created_at: Timestamp
    processed_at: NullableTimestamp
    next_check_at: Timestamp
  }
  gateway_events: { id: string; event: string; received_at: Timestamp }
  invoice_serials: {
    series: string
    financial_year: number
    last_number: number
    last_issued_at: Date
  }
  invoices: {
    id: string
    kind: InvoiceKind
    series: string
    financial_year: number
    serial: number
    number: string
    payment_id: string
    user_id: string
    invoice_id: string | null
    is_test: boolean
    gateway_payment_id: string
    seller_name: string
    seller_address: string
    seller_gstin: string
    buyer_name: string
    buyer_company: string
    buyer_address: string | null
    buyer_city: string | null
    buyer_email: string
    buyer_phone: string | null
    buyer_gstin: string | null
    buyer_state: string | null
    place_of_supply: string
    sac: string
    description: string
    taxable_paise: number
    cgst_paise: number
    sgst_paise: number
    igst_paise: number
    total_paise: number
    issued_at: Date
    /** Made by the database. */
    search_text: ColumnType<string, never, never>
  }
  postings: {
    entry_id: string
    account_id: string
    amount_paise: number
    balance_after_paise: number | null
  }
  lead_costs: { id: string; type: LeadCostType; price_paise: number; updated_at: Timestamp }
  leads: {
    id: string
    number: Identity
    name: string
    phone: string
    /** Null, like the city and the destination: its traveller did not say. Only with an origin. */
    email: string | null
    city: string | null
    destination: string | null
    travel_date: string | null
    travel_days: number
    travel_nights: number
    adult: number
    children: number
    infant: number
    trip_type: TripType
    lead_type: LeadType
    status: Generated<LeadStatus>
    sold_cause: 'purchase' | 'outside' | null
    sold_cost_paise: number | null
    sold_at: NullableTimestamp
    created_at: Timestamp
    updated_at: Timestamp
    deleted_at: NullableTimestamp
    /** Null of a lead that is there, or that an admin deleted. */
    deleted_cause: Generated<'withdrawn' | 'erased' | null>
    /** Set by the database, some seconds after the travel date has passed; compare that date too. */
    is_expired: Generated<boolean>
  }
  lead_search: {
    lead_id: string
    name: string
    destination: string | null
    city: string | null
  }
  lead_totals: {
    lead_type: LeadType
    trip_type: TripType
    status: LeadStatus
    is_expired: boolean
    n: number
  }
  lead_day_counts: {
    day: string
    lead_type: LeadType
    trip_type: TripType
    status: LeadStatus
    is_expired: boolean
    n: number
  }
  lead_count_changes: {
    id: Identity
    day: string
    lead_type: LeadType
    trip_type: TripType
    status: LeadStatus
    is_expired: boolean
    n: number
  }
  purchases: {
    id: string
    lead_id: string
    user_id: string
    cost_paise: number
    paid_with: PayWay
    entry_id: string | null
    /** Whose lead it used up, where a plan paid. */
    subscription_id: Generated<string | null>
    replacement_status: Generated<ReplacementStatus>
    created_at: Timestamp
  }
  plans: {
    id: string
    plan_id: string
    name: string
    price_paise: number
    description: string
    validity_days: number
    type: PlanType
    lead_quota: number
    created_at: Timestamp
    updated_at: Timestamp
    deleted_at: NullableTimestamp
  }
  subscriptions: {
    id: string
    user_id: string
    plan_id: string
    plan_name: string
    price_paise: number
    type: PlanType
    validity_days: number
    lead_quota: number
    leads_used: Generated<number>
    cause: 'payment' | 'cash' | 'free'
    entry_id: string | null
    started_at: Timestamp
    ends_at: Date
    /** Made by the database. */
    is_used_up: ColumnType<boolean, never, never>
    reminded_at: NullableTimestamp
    used_up_told_at: NullableTimestamp
  }
  replacement_requests: {
    id: string
    purchase_id: string
    user_id: string
    lead_number: number
    /** Null: the text begins with none of the reasons. */
    reason_code: ReplacementReason | null
    reason_text: Generated<string>
    /** Filled by the database for servers of the previous release, like the next column. Read neither. */
    reason: Generated<string>
    reason_kind: Generated<string>
    status: Generated<RequestStatus>
    created_at: Timestamp
    decided_at: NullableTimestamp
    decided_by: string | null
    returned: 'wallet' | 'plan' | null
    entry_id: string | null
    rejection_reason: Generated<string | null>
  }
  enquiries: {
    id: string
    number: Identity
    /** Null once it is erased. */
    token_hash: Buffer | null
    status: Generated<EnquiryStatus>
    name: string
    phone: string
    /** Null, like all of the trip: the traveller did not say. */
    email: string | null
    city: string | null
    destination: string | null
    travel_date: string | null
    travel_days: number | null
    travel_nights: number | null
    adult: number | null
    children: number | null
    infant: number | null
    trip_type: TripType | null
    lead_type: LeadType | null
    source: EnquirySource
    consent_text: string
    consent_version: string
    consent_at: Date
    duplicate_of: string | null
    suspected: Generated<boolean>
    reject_reason: RejectReason | null
    decided_at: NullableTimestamp
    decided_by: string | null
    created_at: Timestamp
    corrected_at: NullableTimestamp
    withdrawn_at: NullableTimestamp
    erased_at: NullableTimestamp
    /** Made by the database. */
    search_text: ColumnType<string, never, never>
  }
  lead_origins: {
    lead_id: string
    enquiry_id: string
    source: EnquirySource
    consent_text: string
    consent_version: string
    consent_at: Date
  }
  audit_personal_data: {
    audit_id: number
    subject_id: string
    before: JSONColumnType<object> | null
    after: JSONColumnType<object> | null
  }
  contact_messages: {
    id: string
    name: string
    email: string
    message: string
    created_at: Timestamp
    suspected: Generated<boolean>
    answered_at: NullableTimestamp
    answered_by: string | null
  }
  turns: {
    task: string
    taken_at: Date
  }
  books_audit: {
    only_row: Generated<boolean>
    finished_at: Timestamp
    took_ms: number
    broken: string[]
    off_since: NullableTimestamp
    unchecked: string[]
  }
}
