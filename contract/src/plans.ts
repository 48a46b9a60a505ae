import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, idParams, instant, requiredLines, requiredText } from './fields.ts'
import { rupees, rupeesInput } from './money.ts'

/** Which leads a plan pays for. */
export const planTypes = ['domestic', 'international', 'both'] as const
export type PlanType = (typeof planTypes)[number]

/** A plan of the catalogue. */
export const plan = z.object({
  _id: id,
  /** Shown to people. Calls refer to a plan by `_id`. */
  planId: z.string(),
  planName: z.string(),
  price: rupees,
  description: z.string(),
  /** Days. */
  validity: z.int(),
  planType: z.enum(planTypes),
  numberOfLeads: z.int(),
})
export type Plan = z.output<typeof plan>

const validityText = 'Enter the validity in days, 1 or more.'

/** Days, as a number or a text such as '30 days'. */
const validity = z
  .preprocess(
    (value) => {
      const days = typeof value === 'string' && /^\s*(\d{1,4})\s*(days?)?\s*$/i.exec(value)
      return days ? Number(days[1]) : value
    },
    z
      .int({ error: validityText })
      .min(1, { error: validityText })
      .max(3650, { error: 'At most 3650 days.' }),
  )
  .meta({ description: 'Whole days; a text such as "30 days" is read too' })

const leadsText = 'Enter the number of leads, 1 or more.'

/** The number of a plan for people: a text, or a number such as the count of plans plus one. */
const planId = z
  .preprocess(
    (value) => (Number.isSafeInteger(value) ? String(value) : value),
    requiredText('Plan ID is required.', 40),
  )
  .meta({ description: 'Text; a whole number is read too' })

/** The plan form. A plan is free or costs at least ₹1, the smallest amount of the gateway. */
export const planForm = z.strictObject({
  planId,
  planName: requiredText('Plan name is required.'),
  price: rupeesInput({ invalid: 'Enter a price of 0 or more.', minPaise: 0 }).refine(
    (paise) => paise === 0 || paise >= 100,
    { error: 'Enter ₹0 for a free plan, or at least ₹1.' },
  ),
  description: requiredLines('Description is required.', 1000),
  validity,
  planType: z
    .enum(planTypes, { error: 'Choose domestic, international or both.' })
    .default('domestic'),
  numberOfLeads: z
    .int({ error: leadsText })
    .min(1, { error: leadsText })
    .max(100_000, { error: 'At most 1,00,000 leads.' }),
})
/** With `price` in paise. */
export type PlanFields = z.output<typeof planForm>

/**
 * The form that changes a plan. Absent optional fields remain unchanged; a blank description removes the stored one.
 * `expected` is the plan that the editor saw. If the plan has changed since, the call is rejected.
 */
export const planEditForm = planForm.extend({
  planId: planId.optional(),
  description: z.union([z.string().trim().length(0), planForm.shape.description]).optional(),
  planType: planForm.shape.planType.removeDefault().optional(),
  expected: plan.omit({ _id: true }).strict().optional(),
})
export type PlanChanges = z.output<typeof planEditForm>

export const listPlans = endpoint('GET', '/api/plan', {
  name: 'listPlans',
  summary: 'List plans, cheapest first',
  access: 'signed-in',
  lowestRole: 'buyer',
  right: 'none',
  answer: z.array(plan),
})

export const createPlan = endpoint('POST', '/api/plan', {
  name: 'createPlan',
  summary: 'Create a plan',
  access: 'admin',
  right: 'money',
  body: planForm,
  answer: plan,
  message: 'Plan added.',
  errors: ['PLAN_ID_TAKEN'],
})

export const updatePlan = endpoint('PUT', '/api/plan/{id}', {
  name: 'updatePlan',
  summary: 'Update a plan for future purchases. Existing subscriptions keep their terms',
  access: 'admin',
  right: 'money',
  params: idParams,
  body: planEditForm,
  answer: plan,
  message: 'Plan updated.',
  errors: ['PLAN_NOT_FOUND', 'PLAN_CHANGED', 'PLAN_ID_TAKEN'],
})

export const deletePlan = endpoint('DELETE', '/api/plan/{id}', {
  name: 'deletePlan',
  summary: 'Delete a plan. Existing subscriptions are kept',
  access: 'admin',
  right: 'money',
  params: idParams,
  message: 'Plan deleted.',
  errors: ['PLAN_NOT_FOUND'],
})

/** A plan that a user has, with the terms it was bought under. */
export const subscription = z.object({
  _id: id,
  /** Id of the catalogue's plan. */
  plan: id,
  name: z.string(),
  price: rupees,
  planType: z.enum(planTypes),
  /** Days. */
  validity: z.int(),
  numberOfLeads: z.int(),
  leadsLeft: z.int(),
  /** Whether it is active: not past its end, and with leads left. */
  status: z.boolean(),
  startDate: instant,
  endDate: instant,
  /** Whole days left, rounded up; 0 once it has ended. */
  daysLeft: z.int(),
})
export type Subscription = z.output<typeof subscription>

export const getAllPlansOfUser = endpoint('GET', '/api/plan/getAllPlansOfUser', {
  name: 'getAllPlansOfUser',
  summary:
    'List a user’s subscriptions, active ones first, soonest end first. Agents: only their own',
  access: 'signed-in',
  lowestRole: 'buyer',
  right: ['agents', 'money', 'support'],
  list: true,
  query: z.strictObject({ userId: id.optional() }),
  answer: z.array(subscription),
  errors: ['USER_NOT_FOUND'],
})

export const addUsersPlanByAdmin = endpoint('POST', '/api/plan/addUsersPlanByAdmin', {
  name: 'addUsersPlanByAdmin',
  summary: 'Assign a plan to an agent who paid outside the product',
  access: 'admin',
  right: 'money',
  body: z.strictObject({
    userId: id,
    planId: z.uuid({ error: 'Please select a plan to assign.' }).toLowerCase(),
    /**
     * The price that the admin received. If the price has changed since, the call is rejected and nothing is recorded.
     */
    expectedPrice: rupeesInput({ invalid: 'Enter a price of 0 or more.', minPaise: 0 }).optional(),
  }),
  answer: subscription,
  message: 'Plan assigned successfully!',
  errors: ['USER_NOT_FOUND', 'PLAN_NOT_FOUND', 'PLAN_PRICE_CHANGED', 'FREE_PLAN_ALREADY_GRANTED'],
  idempotent: true,
})

export const payPlanFromWallet = endpoint('POST', '/api/plan/payFromWallet', {
  name: 'payPlanFromWallet',
  summary: 'Buy a plan with the balance of the wallet',
  access: 'agent',
  body: z.strictObject({
    planId: z.uuid({ error: 'No plan selected' }).toLowerCase(),
    /**
     * The price that the buyer was shown. If the price has changed since, the call is rejected and nothing is paid. A
     * free plan is ordered with `createorderPlan`.
     */
    expectedPrice: rupeesInput({ invalid: 'Enter the price of the plan.', minPaise: 100 }),
  }),
  answer: z.object({ subscription, wallet: rupees }),
  message: 'Successfully purchased the plan!',
  errors: [
    'PLAN_NOT_FOUND',
    'PLAN_PRICE_CHANGED',
    'KYC_NOT_APPROVED',
    'INSUFFICIENT_WALLET_BALANCE',
  ],
  idempotent: true,
})

export const purchasePlan = endpoint('POST', '/api/plan/purchase', {
  name: 'purchasePlan',
  summary: 'Get the subscription that a payment for this plan has granted',
  access: 'agent',
  body: z.strictObject({ planId: z.uuid({ error: 'No plan selected' }).toLowerCase() }),
  answer: subscription,
  message: 'Successfully purchased the plan!',
  errors: ['PLAN_NOT_FOUND', 'PLAN_NOT_PAID'],
})
