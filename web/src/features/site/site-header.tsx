import { useEffect, useRef } from 'react'
import { Link, NavLink, useLocation } from 'react-router'
import { Brand } from '../../ui/brand.tsx'
import { LoginLink } from './login-link.tsx'
import classes from './site-header.module.css'

const pages = [
  { to: '/', label: 'Home' },
  { to: '/destinations', label: 'Destinations' },
  { to: '/about', label: 'About' },
  { to: '/contact', label: 'Contact' },
]

/** The navigation bar. On narrow screens its links are in a menu that works without JavaScript. */
export function SiteHeader() {
  const menu = useRef<HTMLDetailsElement>(null)
  const { pathname } = useLocation()
  // A navigation closes the menu.
  useEffect(() => menu.current?.removeAttribute('open'), [pathname])
  return (
    <header className={classes.header}>
      <div className={classes.bar}>
        <Link to="/" className={classes.brand} aria-label="Raahi home">
          <Brand size={38} />
        </Link>
        <nav className={classes.wide} aria-label="Main">
          <Links />
        </nav>
        <details className={classes.menu} ref={menu} onKeyDown={closeOnEscape}>
          <summary className={classes.toggle}>
            <svg viewBox="0 0 24 24" width="26" height="26" className={classes.bars} aria-hidden>
              <path className={classes.opened} d="M5 5l14 14M19 5L5 19" />
              <path className={classes.closed} d="M3 6.500h18M3 12h18M3 17.500h12" />
            </svg>
            Menu
          </summary>
          <nav className={classes.sheet} aria-label="Menu">
            <Links />
          </nav>
        </details>
      </div>
    </header>
  )
}

function Links() {
  return (
    <ul className={classes.links}>
      {pages.map(({ to, label }) => (
        <li key={to}>
          <NavLink to={to} end={to === '/'} className={classes.link}>
            {label}
          </NavLink>
        </li>
      ))}
      <li>
        <LoginLink className={classes.loginLink} />
      </li>
    </ul>
  )
}

function closeOnEscape(event: React.KeyboardEvent<HTMLDetailsElement>): void {
  if (event.key !== 'Escape' || !event.currentTarget.open) return
  event.currentTarget.open = false
  event.currentTarget.querySelector('summary')?.focus()
}
