/** The operator, as the public site shows it. Values that are not set are not shown. */
export interface Company {
  legalName: string
  email?: string | undefined
  /** As the site displays it, such as '+91 141 000 0142'. */
  phone?: string | undefined
  /** Hours in which the phone is answered. */
  hours?: string | undefined
  /** On one line. */
  address?: string | undefined
  /** The person who receives complaints. */
  grievanceOfficer: string
  grievanceEmail?: string | undefined
  /** The addresses of its pages on social networks. */
  social: readonly string[]
}
