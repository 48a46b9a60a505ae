import { company } from './company.ts'

/** The contact for complaints and erasure requests: an email address, or the contact form if none is set. */
export function WriteToUs() {
  const { grievanceEmail } = company
  if (!grievanceEmail)
    return (
      <>
        through our <a href="/contact">contact form</a>
      </>
    )
  return (
    <>
      to <a href={`mailto:${grievanceEmail}`}>{grievanceEmail}</a>
    </>
  )
}

/** The company with its address, if one is set. */
export function WhoWeAre() {
  return company.address ? `${company.legalName}, ${company.address},` : company.legalName
}
