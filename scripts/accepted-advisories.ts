/** A known vulnerability of a production package that is accepted until a date. */
export interface AcceptedAdvisory {
  /** Last part of the address of the advisory: GHSA-… */
  advisory: string
  /** Why it does no harm here, or why there is no fix yet. */
  reason: string
  /** Last day on which it is accepted, YYYY-MM-DD: after it the check fails again. */
  until: string
}

/** None is accepted at present. */
export const acceptedAdvisories: readonly AcceptedAdvisory[] = []
