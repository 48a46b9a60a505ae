/**
 * Automatic buying tries to buy a lead this long after it was matched, so that agents who read the list come first. Apart from the
 * schemas, because a public page states it.
 */
export const automaticBuyingDelaySeconds = 30
