/** The operator, as the public site shows it. Values that are not set are not shown. */
export interface Company {
  legalName: string
  email?: string | undefined
  /** As it is read, such as '+91 141 000 0142'. */
  phone?: string | undefined
  /** When the phone is answered. */
  hours?: string | undefined
  /** In one line. */
  address?: string | undefined
  /** Whom a complaint goes to. */
  grievanceOfficer: string
  grievanceEmail?: string | undefined
  /** The addresses of its pages on social networks. */
  social: readonly string[]
}
