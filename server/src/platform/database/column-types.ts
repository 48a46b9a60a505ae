import type { AgentRole, InvitedRole } from '@raahi/contract/agency-roles'
import type { PausedBy, SkipReason } from '@raahi/contract/automatic-buying'
import type { CallAnswer } from '@raahi/contract/call-reports'
import type { EnquirySource, EnquiryStatus, RejectReason } from '@raahi/contract/enquiries'
import type { TravelMonth, TripBudget, TripPriority } from '@raahi/contract/enquiry-labels'
import type { DateOrder, ImportField, ImportState } from '@raahi/contract/import-labels'
import type { InvoiceKind } from '@raahi/contract/invoices'
import type { KeyScope } from '@raahi/contract/key-scopes'
import type { KycReason, KycStatus } from '@raahi/contract/kyc-states'
import type { LeadCostType } from '@raahi/contract/lead-costs'
import type { PurchaseLayout } from '@raahi/contract/lead-preferences'
import type { LeadStatus } from '@raahi/contract/lead-status'
import type {
  DecidedHow,
  LeadType,
  ReplacementStatus,
  RequestStatus,
  TripType,
  VerifiedContacts,
} from '@raahi/contract/leads'
import type { TemplateChannel } from '@raahi/contract/message-text'
import type { MoneyRequestKind } from '@raahi/contract/money-requests'
import type { OrderKind, OrderStatus, PaymentStatus } from '@raahi/contract/payments'
import type {
  ContactChannel,
  ContactOutcome,
  LostReason,
  MoveCause,
  PipelineStage,
} from '@raahi/contract/pipeline-labels'
import type { PlanType } from '@raahi/contract/plans'
import type { PayWay } from '@raahi/contract/purchases'
import type { QuoteAnswerKind, QuoteGst, QuoteVersionStatus } from '@raahi/contract/quote-rules'
import type { QuoteDay } from '@raahi/contract/quotes'
import type { RejectionReason } from '@raahi/contract/replacement-reasons'
import type { ReplacementReason } from '@raahi/contract/replacements'
import type { CheckFinding, ReturnCheckCode } from '@raahi/contract/return-checks'
import type { LeadGroup } from '@raahi/contract/return-odds'
import type { AlertFrequency } from '@raahi/contract/saved-searches'
import type { MappedField, SourceKind, SourceState } from '@raahi/contract/source-labels'
import type { ArrivalOutcome } from '@raahi/contract/sources'
import type { StaffRight } from '@raahi/contract/staff-rights'
import type { TransactionMethod } from '@raahi/contract/transactions'
import type { TravellerAnswer } from '@raahi/contract/traveller-question'
import type { Role, UserStatus } from '@raahi/contract/users'
import type { WebhookEvent } from '@raahi/contract/webhook-events'
import type {
  AttemptError,
  DeliveryState,
  WebhookPause,
  WebhookState,
} from '@raahi/contract/webhooks'
import type { ColumnType, JSONColumnType } from 'kysely'

/** Assigned only by the database. */
export type Computed<Value> = ColumnType<Value, never, never>

/** The kinds of rows in `lead_events`. */
export type LeadEventKind =
  | 'new'
  | 'changed'
  | 'sold'
  | 'prices'
  | 'account'
  | 'access'
  | 'session'
  | 'everything'
  | 'pipeline'
  | 'unassigned'

/**
 * Types of columns that are narrower than the types in the database. A generated column is listed too if it is never
 * null, which the database does not state. A key without a table applies to every column of that name.
 * `npm run schema` writes `schema.ts` from the database and these types.
 */
export interface ColumnTypes {
  budget_per_person: TripBudget
  kyc_status: KycStatus
  lead_type: LeadType
  plan_type: PlanType
  priority: TripPriority
  travel_month: TravelMonth
  trip_type: TripType
  'accounts.kind':
    | 'wallet'
    | 'revenue_leads'
    | 'revenue_plans'
    | 'gateway'
    | 'cash'
    | 'adjustments'
    | 'refunds_due'
  'api_keys.scopes': KeyScope[]
  'audit_log.actor_role': Role | 'console'
  'audit_log.after': JSONColumnType<object>
  'audit_log.at': Computed<Date>
  'audit_log.before': JSONColumnType<object>
  'audit_personal_data.after': JSONColumnType<object>
  'audit_personal_data.before': JSONColumnType<object>
  'automatic_buying_limits.filters': JSONColumnType<Record<string, unknown>>
  'automatic_buying_rules.paused_by': PausedBy
  'automatic_buying_skips.reason': SkipReason
  'call_reports.answer': CallAnswer
  'call_reports.status': 'open' | 'answered'
  'contact_attempts.channel': ContactChannel
  'contact_attempts.outcome': ContactOutcome
  'contact_views.kind': 'opened' | 'exported'
  'enquiries.extra': JSONColumnType<Record<string, string>>
  'enquiries.reject_reason': RejectReason
  'enquiries.search_text': string
  'enquiries.source': EnquirySource
  'enquiries.status': EnquiryStatus
  'idempotency_keys.answer': JSONColumnType<object>
  'import_results.outcome': 'added' | 'duplicate' | 'refused' | 'removed' | 'kept'
  'import_rows.answers': JSONColumnType<object, string | undefined>
  'imports.date_order': DateOrder
  'imports.fields': (ImportField | null)[]
  'imports.state': ImportState
  'invoices.kind': InvoiceKind
  'invoices.search_text': string
  'journal_entries.method': TransactionMethod
  'journal_entries.status': 'captured' | 'lead_refund'
  'lead_alerts.channel': 'mail' | 'push'
  'lead_costs.type': LeadCostType
  'lead_events.kind': LeadEventKind
  'lead_origins.source': EnquirySource
  'lead_preferences.purchase_layout': PurchaseLayout
  'leads.deleted_cause': 'withdrawn' | 'erased' | 'under-review'
  'leads.sold_cause': 'purchase' | 'outside'
  'leads.status': LeadStatus
  'message_templates.channel': TemplateChannel
  'orders.currency': 'INR'
  'orders.kind': OrderKind
  'orders.status': OrderStatus
  'payments.status': PaymentStatus
  'member_invitations.role': InvitedRole
  'pipeline_cards.lost_reason': LostReason
  'pipeline_cards.stage': PipelineStage
  'pipeline_moves.cause': MoveCause
  'pipeline_moves.from_stage': PipelineStage
  'pipeline_moves.to_stage': PipelineStage
  'plans.type': PlanType
  'purchases.paid_with': PayWay
  'purchases.replacement_status': ReplacementStatus
  'quote_answers.kind': QuoteAnswerKind
  'quote_templates.days': JSONColumnType<QuoteDay[]>
  'quote_versions.days': JSONColumnType<QuoteDay[], string | undefined>
  'quote_versions.gst': QuoteGst
  'quote_versions.status': QuoteVersionStatus
  'refunds.cause': 'duplicate' | 'expired' | 'admin'
  'refunds.status': 'pending' | 'processed'
  'replacement_checks.check_code': ReturnCheckCode
  'replacement_checks.found': CheckFinding
  'replacement_requests.decided_how': DecidedHow
  'replacement_requests.reason_code': ReplacementReason
  'replacement_requests.rejection_code': RejectionReason
  'replacement_requests.returned': 'wallet' | 'plan'
  'replacement_requests.status': RequestStatus
  'return_odds.is_better': boolean
  'return_odds_groups.completeness': LeadGroup['completeness']
  'return_odds_groups.verification': LeadGroup['verification']
  'saved_searches.mail_alerts': AlertFrequency
  'saved_searches.place_terms': string[]
  'saved_searches.push_alerts': AlertFrequency
  'saved_searches.verified': VerifiedContacts
  'session_tokens.kind': 'access' | 'refresh'
  'source_arrivals.outcome': ArrivalOutcome
  'source_questions.field': MappedField
  'sources.kind': SourceKind
  'sources.state': SourceState
  'subscriptions.cause': 'payment' | 'wallet' | 'cash' | 'free'
  'subscriptions.is_used_up': boolean
  /** Set by a trigger. */
  'subscriptions.lead_share_paise': Computed<number>
  'subscriptions.type': PlanType
  'traveller_questions.answer': TravellerAnswer
  'users.agent_role': AgentRole
  'money_requests.decision': 'approved' | 'declined' | null
  'money_requests.kind': MoneyRequestKind
  'users.kyc_reason_code': KycReason
  'users.rights': StaffRight[] | null
  'users.role': Role
  'users.search_all': string
  'users.search_company': string
  'users.search_email': string
  'users.search_name': string
  'users.status': UserStatus
  'webhook_attempts.error': AttemptError
  'webhook_deliveries.state': DeliveryState
  'webhooks.events': WebhookEvent[]
  'webhooks.paused_by': WebhookPause
  'webhooks.state': WebhookState
}
