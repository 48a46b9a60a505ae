import type { MetaFunction } from 'react-router'
import { ContactForm } from '../../features/contact/contact-form.tsx'
import { company } from '../../features/site/company.ts'
import { PageBanner } from '../../features/site/page-banner.tsx'
import section from '../../features/site/section.module.css'
import { organisation, pageMeta, trail } from '../../features/site/site-meta.ts'
import classes from './contact.module.css'

export const meta: MetaFunction = () =>
  pageMeta({
    title: 'Contact us · Raahi',
    description:
      'Write to Raahi, call, or visit us in Jaipur. We read every message and answer by email, as a rule within one working day.',
    path: '/contact',
    facts: [
      trail(['Contact', '/contact']),
      {
        '@type': 'ContactPage',
        name: 'Contact us',
        url: '@origin/contact',
        mainEntity: organisation(),
      },
    ],
  })

export default function ContactPage() {
  const { address } = company
  return (
    <>
      <PageBanner
        title="Contact us"
        text="A question about a trip, about an enquiry, or about us: we read every message and answer by email."
      />
      <div className={classes.page}>
        <div className={`${section.wrap} ${classes.columns}`}>
          <section className={classes.card} aria-label="Write to us">
            <ContactForm />
          </section>
          <section className={classes.details} aria-labelledby="reach-title">
            <h2 id="reach-title" className={classes.title}>
              Other ways to reach us
            </h2>
            <address>
              <dl className={classes.list}>
                <div>
                  <dt>Email</dt>
                  <dd>
                    <a href={`mailto:${company.email}`}>{company.email}</a>
                  </dd>
                </div>
                <div>
                  <dt>Phone</dt>
                  <dd>
                    <a href={company.phoneHref}>{company.phone}</a>
                    <br />
                    {company.hours}
                  </dd>
                </div>
                <div>
                  <dt>Address</dt>
                  <dd>
                    {company.legalName}
                    <br />
                    {address.street}
                    <br />
                    {address.city} {address.postcode}, {address.region}, {address.country}
                  </dd>
                </div>
                <div>
                  <dt>Follow us</dt>
                  <dd className={classes.social}>
                    {company.social.map(({ name, url }) => (
                      <a key={name} href={url} rel="noopener">
                        {name}
                      </a>
                    ))}
                  </dd>
                </div>
              </dl>
            </address>
          </section>
        </div>
      </div>
    </>
  )
}
