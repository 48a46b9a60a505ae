import { Link } from 'react-router'
import { Brand } from '../../ui/brand.tsx'
import { destinations } from '../destinations/destinations.ts'
import { StaticScene } from '../destinations/scenes/static-scene.tsx'
import { company } from './company.ts'
import { SchemeSwitch } from './scheme-switch.tsx'
import classes from './site-footer.module.css'

/** Who we are, where to go, how to reach us, and the small print. */
export function SiteFooter() {
  const { address } = company
  return (
    <footer className={classes.footer}>
      <StaticScene name="skyline" className={classes.skyline} />
      <div className={classes.body}>
        <div className={classes.columns}>
          <div className={classes.who}>
            <Link to="/" className={classes.brand} aria-label="Raahi, back to the start">
              <Brand size={40} />
            </Link>
            <p className={classes.line}>
              Raahi is Hindi for a traveller on the way. We find the one travel agent for your trip.
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
                <Link to="/#agents">For travel agents</Link>
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
              <a href={`mailto:${company.email}`}>{company.email}</a>
              <a href={company.phoneHref}>{company.phone}</a>
              <span>{company.hours}</span>
              <span>
                {address.street}, {address.city} {address.postcode}, {address.region}
              </span>
            </address>
            <ul className={classes.social}>
              {company.social.map(({ name, url }) => (
                <li key={name}>
                  <a href={url} rel="noopener">
                    {name}
                  </a>
                </li>
              ))}
            </ul>
          </div>
        </div>
        <div className={classes.foot}>
          <p>© 2026 {company.legalName}. Made in India, for people on their way.</p>
          <SchemeSwitch />
        </div>
      </div>
    </footer>
  )
}
