import { Link, type MetaFunction } from 'react-router'
import { ContactForm } from '../../features/contact/contact-form.tsx'
import { company, phoneHref, socialPages } from '../../features/site/company.ts'
import { PageBanner } from '../../features/site/page-banner.tsx'
import { organisation, pageMeta, trail } from '../../features/site/site-meta.ts'
import section from '../../ui/section.module.css'
import classes from './contact.module.css'

export const meta: MetaFunction = () =>
  pageMeta({
    title: 'Contact us · Raahi',
    description:
      'Write to Raahi about a trip, an enquiry you sent, or anything else. We read every message and reply by email.',
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
  return (
    <>
      <PageBanner
        title="Contact us"
        text="Ask us about a trip, an enquiry you sent, or anything else. We read every message and reply by email."
      />
      <div className={classes.page}>
        <div className={`${section.wrap} ${classes.columns}`}>
          <section className={classes.card} aria-label="Write to us">
            <p className={classes.hint}>
              Writing about an enquiry you sent? Its private link shows its status.{' '}
              <Link to="/my-enquiry">Send me my link again</Link>
            </p>
            <ContactForm />
          </section>
          <WaysToReachUs />
        </div>
      </div>
    </>
  )
}

/** Shows only the details that are configured. */
function WaysToReachUs() {
  const { legalName, email, phone, hours, address } = company
  if (!email && !phone && !address && socialPages.length === 0) return null
  return (
    <section className={classes.details} aria-labelledby="reach-title">
      <h2 id="reach-title" className={classes.title}>
        Other ways to reach us
      </h2>
      <address>
        <dl className={classes.list}>
          {email && (
            <div>
              <dt>Email</dt>
              <dd>
                <a href={`mailto:${email}`}>{email}</a>
              </dd>
            </div>
          )}
          {phone && (
            <div>
              <dt>Phone</dt>
              <dd>
                <a href={phoneHref}>{phone}</a>
              </dd>
              {hours && <dd>{hours}</dd>}
            </div>
          )}
          {address && (
            <div>
              <dt>Address</dt>
              <dd>{legalName}</dd>
              <dd>{address}</dd>
            </div>
          )}
          {socialPages.length > 0 && (
            <div>
              <dt>Follow us</dt>
              <dd className={classes.social}>
                {socialPages.map(({ name, url }) => (
                  <a key={url} href={url} rel="noopener">
                    {name}
                  </a>
                ))}
              </dd>
            </div>
          )}
        </dl>
      </address>
    </section>
  )
}
