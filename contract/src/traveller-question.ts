/** The answers that a traveller can choose on the page of the enquiry. Without zod, because that page is public. */
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
export const reasonsAskingTraveller = ['unreachable', 'wrong-number', 'not-travelling'] as const
