/**
 * Automatic buying tries to buy a lead this long after it was matched, so that agents who read the list come first. In a
 * separate file without zod, because a public page imports it.
 */
export const automaticBuyingDelaySeconds = 30
