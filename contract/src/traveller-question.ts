/** What a traveller can answer, on the page behind the link of the enquiry. Without zod: the public page uses it too. */
export const travellerAnswers = {
  planning: 'I am still planning',
  reached: 'An agent has reached me',
  'not-travelling': 'I am not travelling any more',
  'never-asked': 'I never asked for this',
} as const
export type TravellerAnswer = keyof typeof travellerAnswers

/** An answer about a time up to this many hours after the purchase proves a request. */
export const answerWithinHours = 72

/** The reasons of a request for which the traveller is asked. */
export const askedReasons = ['unreachable', 'wrong-number', 'not-travelling'] as const
