import { Link } from 'react-router'
import { Brand } from '../../ui/brand.tsx'
import { destinations } from '../destinations/public/destinations.ts'
import { StaticScene } from '../destinations/public/static-scene.tsx'
import { company, phoneHref, socialPages } from './company.ts'
import { SchemeSwitch } from './scheme-switch.tsx'
import classes from './site-footer.module.css'

/** The footer: company, links, contact details, and legal pages. */
export function SiteFooter() {
  const { email, phone, hours, address } = company
  return (
    <footer className={classes.footer}>
      <StaticScene name="skyline" className={classes.skyline} />
      <div className={classes.body}>
        <div className={classes.columns}>
          <div className={classes.who}>
            <Link to="/" className={classes.brand} aria-label="Raahi home">
              <Brand size={40} />
            </Link>
            <p className={classes.line}>
              Raahi is Hindi for traveller. We find the right travel agent for your trip.
            </p>
          </div>
          <nav aria-label="Destinations">
            <h2 className={classes.title}>Destinations</h2>
            <ul className={classes.list}>
              {destinations.map(({ slug, name }) => (
                <li key={slug}>
                  <Link to={`/destinations/${slug}`}>{name}</Link>
                </li>
              ))}
            </ul>
          </nav>
          <nav aria-label="Raahi">
            <h2 className={classes.title}>Raahi</h2>
            <ul className={classes.list}>
              <li>
                <Link to="/about">About us</Link>
              </li>
              <li>
                <Link to="/contact">Contact us</Link>
              </li>
              <li>
                <Link to="/agents">For travel agents</Link>
              </li>
              <li>
                <Link to="/developers">For developers</Link>
              </li>
              <li>
                <Link to="/returns">Return policy</Link>
              </li>
              <li>
                <Link to="/privacy">Privacy notice</Link>
              </li>
              <li>
                <Link to="/terms">Terms of use</Link>
              </li>
            </ul>
          </nav>
          <div>
            <h2 className={classes.title}>Reach us</h2>
            <address className={classes.address}>
              {email && <a href={`mailto:${email}`}>{email}</a>}
              {phone && <a href={phoneHref}>{phone}</a>}
              {phone && hours && <span>{hours}</span>}
              {address && <span>{address}</span>}
              {!email && !phone && <Link to="/contact">Write to us</Link>}
            </address>
            {socialPages.length > 0 && (
              <ul className={classes.social}>
                {socialPages.map(({ name, url }) => (
                  <li key={url}>
                    <a href={url} rel="noopener">
                      {name}
                    </a>
                  </li>
                ))}
              </ul>
            )}
          </div>
        </div>
        <div className={classes.foot}>
          <p>© 2026 {company.legalName}. Made in India.</p>
          <SchemeSwitch />
        </div>
      </div>
    </footer>
  )
}
