import type { PolicyTerms } from './return-policy.ts'

const formatUnits = (count: number, unit: string) =>
  `${count.toLocaleString('en-IN')} ${unit}${count === 1 ? '' : 's'}`

/** A rule of the policy, as a short title and a sentence. */
interface Rule {
  title: string
  text: string
}

/**
 * One rule per term, in the order of the page. A new term of the contract needs a rule here. Null: the page omits the
 * term, because it is off or part of another rule.
 */
const rules: { [Name in keyof PolicyTerms]: (terms: PolicyTerms) => Rule | null } = {
  reportDays: ({ reportDays }) => ({
    title: `${formatUnits(reportDays, 'day')} to report`,
    text: `An agent can report a bad lead for ${formatUnits(reportDays, 'day')} after buying it. The purchase shows the last day.`,
  }),
  // The time limit is a promise only if late requests are approved automatically.
  decideHours: ({ decideHours, approvesLate }) => ({
    title: `${formatUnits(decideHours, 'hour')} to decide`,
    text: `${approvesLate ? 'Each request is decided' : 'We aim to decide each request'} within ${formatUnits(decideHours, 'hour')}, and the agent gets an email with the outcome.`,
  }),
  approvesLate: ({ approvesLate }) =>
    approvesLate
      ? {
          title: 'Late means approved',
          text: 'If we have not decided in time, the request is approved automatically.',
        }
      : {
          title: 'No automatic approval',
          text: 'If we are late, the request stays open until an admin decides it.',
        },
  sameContactApproves: ({ sameContactApproves }) =>
    sameContactApproves
      ? {
          title: 'The same contact twice',
          text: 'If the agent bought a lead with the same phone number or email in the 90 days before, the request is approved at once.',
        }
      : null,
  soldBeforeApproves: ({ soldBeforeApproves }) =>
    soldBeforeApproves
      ? {
          title: 'Sold before',
          text: 'If another lead with the same contact was sold in the 30 days before, the request is approved at once.',
        }
      : null,
  withdrawnApproves: ({ withdrawnApproves }) =>
    withdrawnApproves
      ? {
          title: 'The traveller withdrew',
          text: 'If the traveller withdrew, or had their data erased, before the purchase or within 24 hours after it, the request is approved at once.',
        }
      : null,
  travellerApproves: ({ travellerApproves }) =>
    travellerApproves
      ? {
          title: 'We ask the traveller',
          text: 'If the agent cannot reach the traveller, or says that they are not travelling, we ask the traveller once by email. We approve the request if the answer is “I never asked for this”, or “I am not travelling any more” and the plans changed within 72 hours of the purchase.',
        }
      : null,
  maxReturnPercent: (terms) =>
    canApproveAutomatically(terms)
      ? {
          title: `Above ${terms.maxReturnPercent}% returns, checks do not decide`,
          text: `If an agent returned more than ${terms.maxReturnPercent}% of ${formatUnits(terms.ratePurchases, 'purchase')} or more in 30 days, an admin decides each request. The time to decide stays the same.`,
        }
      : null,
  // Part of the rule above.
  ratePurchases: () => null,
  maxAutomatic: (terms) =>
    canApproveAutomatically(terms)
      ? {
          title: `After ${formatUnits(terms.maxAutomatic, 'automatic approval')}, a person decides`,
          text: `Checks and travellers approve up to ${formatUnits(terms.maxAutomatic, 'request')} of an agent in 30 days. An admin decides further requests. The time to decide stays the same.`,
        }
      : null,
}

function canApproveAutomatically(terms: PolicyTerms): boolean {
  return (
    terms.sameContactApproves ||
    terms.soldBeforeApproves ||
    terms.withdrawnApproves ||
    terms.travellerApproves
  )
}

/** The rules of a policy in plain words. */
export function listRules(policy: PolicyTerms): Rule[] {
  return [
    ...Object.values(rules)
      .map((describe) => describe(policy))
      .filter((rule) => rule !== null),
    {
      title: 'Back to the wallet or the plan',
      text: 'Money returns to the wallet. A lead of a plan returns to the plan, or its share of the price to the wallet if the plan has ended.',
    },
    {
      title: 'Only a person can reject',
      text: 'A request is never rejected automatically. A rejection states its reason.',
    },
    {
      title: 'One appeal',
      text: `After a rejection the agent can appeal once, within ${formatUnits(policy.reportDays, 'day')}. A different member of our team reviews it. If our team has only one admin, the same person reviews it, and we say so.`,
    },
  ]
}
