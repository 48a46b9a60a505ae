import type { Company } from '@raahi/contract/company'

/**
 * Who stands behind the demo. Nobody can be reached by these: the number cannot be dialled, the mail domain is
 * reserved, and the networks are their own front pages.
 */
const demo: Company = {
  legalName: 'Raahi Travel Services',
  email: 'hello@raahi.example',
  phone: '+91 141 000 0142',
  hours: 'Monday to Saturday, 10 am to 7 pm (IST)',
  address: '2nd Floor, Chandpole House, Station Road, Jaipur 302006, Rajasthan, India',
  grievanceOfficer: 'the Grievance Officer, Raahi Travel Services',
  grievanceEmail: 'privacy@raahi.example',
  social: ['https://www.instagram.com/', 'https://www.facebook.com/', 'https://www.youtube.com/'],
}

const told: string | undefined = import.meta.env.VITE_COMPANY

/** As its pages, its structured data and its legal texts say it: what the settings tell (COMPANY_…), or the demo. */
export const company: Company = told ? JSON.parse(told) : demo

/** For a link that dials. */
export const phoneHref = `tel:${company.phone?.replace(/[^+\d]/g, '')}`

const networks: Readonly<Record<string, string>> = {
  'instagram.com': 'Instagram',
  'facebook.com': 'Facebook',
  'youtube.com': 'YouTube',
  'linkedin.com': 'LinkedIn',
  'x.com': 'X',
  'wa.me': 'WhatsApp',
}

/** Its pages on social networks, by the network's name. */
export const socialPages = company.social.map((url) => {
  const host = new URL(url).hostname.replace(/^www\./, '')
  return { name: networks[host] ?? host, url }
})

/** The company's own pages: the front page of a network is nobody's. */
export const ownPages = company.social.filter((url) => new URL(url).pathname !== '/')
