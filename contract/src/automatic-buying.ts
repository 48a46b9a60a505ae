/** Automatic buying tries to buy a lead this long after it was matched, so that agents who read the list come first. */
export const automaticBuyingDelaySeconds = 30
/** Days from today to the last day of a rule. */
export const maxAutomaticBuyingDays = 90

/** What paused a rule: its agent, the link in a mail, or the suspension of the agent. */
export type PausedBy = 'agent' | 'mail' | 'suspension'

/** The address of the page that pauses a rule without a login. Its `key` is the secret of the rule. */
export const pauseAutomaticBuyingPath = '/automatic-buying/pause'
