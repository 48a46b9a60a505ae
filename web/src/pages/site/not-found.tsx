import { Link, type MetaFunction } from 'react-router'
import buttons from '../../ui/plain-button.module.css'
import section from '../../ui/section.module.css'
import classes from './not-found.module.css'

export const meta: MetaFunction = () => [
  { title: 'Page not found · Raahi' },
  { name: 'robots', content: 'noindex' },
]

/** Prerendered, and shown by the server at every unknown address, so it must not depend on the address. */
export default function NotFoundPage() {
  return (
    <div className={classes.page}>
      <svg viewBox="0 0 240 150" className={classes.stone} aria-hidden>
        <path className={classes.ground} d="M4 132h232v3H4Z" />
        <path className={classes.body} d="M72 132V66a48 48 0 0 1 96 0v66Z" />
        <path className={classes.cap} d="M72 72v-6a48 48 0 0 1 96 0v6Z" />
        <path className={classes.shade} d="M150 132V29.600A48 48 0 0 1 168 66v66Z" />
        <text className={classes.number} x="120" y="116">
          404
        </text>
      </svg>
      <h1 className={section.title}>This road leads nowhere</h1>
      <p className={classes.text}>
        We could not find this page. It may have moved, or the link may be incomplete.
      </p>
      <p className={classes.ways}>
        <Link to="/" className={buttons.main}>
          Go to home page
        </Link>
        <Link to="/destinations" className={buttons.other}>
          See all destinations
        </Link>
      </p>
    </div>
  )
}
