/** A known vulnerability of a production package that is accepted until a date. */
export interface AcceptedAdvisory {
  /** Last part of the advisory's address: GHSA-… */
  advisory: string
  /** Why it is harmless here, or why no fix exists yet. */
  reason: string
  /** Last day on which it is accepted, YYYY-MM-DD. After it the check fails again. */
  until: string
}

export const acceptedAdvisories: readonly AcceptedAdvisory[] = []
