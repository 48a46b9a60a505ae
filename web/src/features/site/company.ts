import type { Company } from '@raahi/contract/company'

/**
 * The demo company. It cannot be reached: the number is not assigned, the mail domain is reserved, and the links are
 * the networks' front pages.
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

const configured: string | undefined = import.meta.env.VITE_COMPANY

/**
 * The company of the pages, the structured data and the legal texts: from the settings (COMPANY_…), otherwise the
 * demo.
 */
export const company: Company = configured ? JSON.parse(configured) : demo

/** For `tel:` links. */
export const phoneHref = `tel:${company.phone?.replace(/[^+\d]/g, '')}`

const networks: Readonly<Record<string, string>> = {
  'instagram.com': 'Instagram',
  'facebook.com': 'Facebook',
  'youtube.com': 'YouTube',
  'linkedin.com': 'LinkedIn',
  'x.com': 'X',
  'wa.me': 'WhatsApp',
}

/** Name of the network and URL of each social page. */
export const socialPages = company.social.map((url) => {
  const host = new URL(url).hostname.replace(/^www\./, '')
  return { name: networks[host] ?? host, url }
})

/** Pages that identify the company. The front page of a network does not. */
export const companyPages = company.social.filter((url) => new URL(url).pathname !== '/')
