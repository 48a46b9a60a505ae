/** A known fault of a package in production that is lived with for a while. */
export interface AcceptedAdvisory {
  /** As it ends the address of the advisory: GHSA-… */
  advisory: string
  /** Why it cannot harm here, or why there is no way around it yet. */
  reason: string
  /** Last day on which it is accepted, YYYY-MM-DD: then somebody looks again. */
  until: string
}

/** None is accepted at present. */
export const acceptedAdvisories: readonly AcceptedAdvisory[] = []
