import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, instant, seenVersion } from './fields.ts'
import { type LeadType, leadType, leadTypes } from './leads.ts'
import { rupees } from './money.ts'

// An unsold lead becomes cheaper in steps. A step applies from a number of days after the day on which the lead was put on sale, both
// days in India, so every price changes at midnight. It takes per cent off the price of the lead type, rounded down to whole rupees,
// but not below ₹1. `aged_price_paise` in the database computes it. A purchase keeps its price, the price without the step, and the
// version of the rule.

export const maxAgeSteps = 3
/** Label and limits of the numbers of a step. */
export const ageStepLimits = {
  afterDays: { label: 'After days', min: 1, max: 365 },
  percent: { label: 'Per cent less', min: 1, max: 90 },
} as const
export type AgeStepNumber = keyof typeof ageStepLimits

function stepNumber(name: AgeStepNumber) {
  const { label, min, max } = ageStepLimits[name]
  const error = `${label}: enter a whole number from ${min} to ${max}.`
  return z.int({ error }).min(min, { error }).max(max, { error })
}

export const ageStep = z.strictObject({
  afterDays: stepNumber('afterDays'),
  percent: stepNumber('percent'),
})
export type AgeStep = z.output<typeof ageStep>

/** The steps of a lead type. Days and per cent increase from step to step. */
export const ageSteps = z
  .array(ageStep)
  .max(maxAgeSteps, { error: `Use at most ${maxAgeSteps} steps.` })
  .superRefine((steps, context) => {
    for (const [at, step] of steps.entries()) {
      const before = steps[at - 1]
      if (!before) continue
      if (step.afterDays <= before.afterDays)
        context.addIssue({
          code: 'custom',
          path: [at, 'afterDays'],
          message: `Enter more than ${before.afterDays} days.`,
        })
      if (step.percent <= before.percent)
        context.addIssue({
          code: 'custom',
          path: [at, 'percent'],
          message: `Enter more than ${before.percent}%.`,
        })
    }
  })

/** Steps by lead type. A type without steps keeps its price. */
export const ageRule = z.strictObject({ domestic: ageSteps, international: ageSteps })
export type AgeRule = z.output<typeof ageRule>

/** Whether two rules have the same steps. */
export function areSameSteps(a: AgeRule, b: AgeRule): boolean {
  return leadTypes.every((type) => stepsText(a[type]) === stepsText(b[type]))
}

/** Steps as a text of a query: '30:20,60:40'. */
function stepsText(steps: readonly AgeStep[]): string {
  return steps.map(({ afterDays, percent }) => `${afterDays}:${percent}`).join(',')
}

const stepsOfText = z
  .string()
  .regex(/^(\d{1,3}:\d{1,3}(,\d{1,3}:\d{1,3})*)?$/, { error: 'Enter steps such as 30:20,60:40.' })
  .default('')
  .transform((text) =>
    text
      .split(',')
      .filter(Boolean)
      .map((step) => {
        const [afterDays = 0, percent = 0] = step.split(':').map(Number)
        return { afterDays, percent }
      }),
  )
  .pipe(ageSteps)

/** A rule as the query of a preview. Absent: no steps. */
export function previewQuery(rule: AgeRule): Record<LeadType, string> {
  return { domestic: stepsText(rule.domestic), international: stepsText(rule.international) }
}

/** A version of the rule. It applies to purchases from its start to the start of the next version. */
export const priceAgeing = ageRule.extend({
  /** Counts from 1. A change names the version that it replaces. */
  version: z.int(),
  startsAt: instant,
  /** The admin that made it; null for version 1, which came with the product and has no steps. */
  by: z.object({ _id: id, name: z.string() }).nullable(),
})
export type PriceAgeing = z.output<typeof priceAgeing>

/** Most versions in one answer. */
export const maxAgeingVersions = 20
/** Days of the recent leads in a preview. */
export const ageingPreviewDays = 90

export const listPriceAgeing = endpoint('GET', '/api/priceAgeing', {
  name: 'listPriceAgeing',
  summary:
    'List the latest versions of the rule by which unsold leads become cheaper, newest first: the first one is in force',
  access: 'admin',
  right: 'money',
  answer: z.array(priceAgeing),
})

/** The leads on sale that have one price of a type. */
export const agedLeads = z.object({
  leadType,
  /** Days of the step; 0: the price without a step. */
  afterDays: z.int(),
  /** Null: no price is set for the type. */
  price: rupees.nullable(),
  leads: z.int(),
  /** Those of `leads` that were put on sale in the last 90 days. */
  recentLeads: z.int(),
})
export type AgedLeads = z.output<typeof agedLeads>

export const previewPriceAgeing = endpoint('GET', '/api/priceAgeing/preview', {
  name: 'previewPriceAgeing',
  summary: 'Count the leads on sale today by the price that other steps give them. Changes nothing',
  access: 'admin',
  right: 'money',
  query: z.strictObject({ domestic: stepsOfText, international: stepsOfText }),
  answer: z.array(agedLeads),
})

export const changePriceAgeing = endpoint('PUT', '/api/priceAgeing', {
  name: 'changePriceAgeing',
  summary: 'Make a new version of the rule by which unsold leads become cheaper',
  access: 'admin',
  right: 'money',
  body: ageRule.extend({ version: seenVersion }),
  answer: priceAgeing,
  message: 'Prices by age saved.',
  errors: ['PRICE_AGEING_CHANGED'],
})
