import { company } from './company.ts'

/** Where a complaint or a wish to be forgotten goes: an address, or where none was told the contact form. */
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

/** The company with its address, where it has told one. */
export function WhoWeAre() {
  return company.address ? `${company.legalName}, ${company.address},` : company.legalName
}
