import { Link } from 'react-router'
import buttons from '../../ui/plain-button.module.css'
import classes from './quote-bar.module.css'

/**
 * 'Get a quote' at the bottom of a phone's screen. It scrolls away with the content above it, so it never covers the
 * form, which comes after it.
 * @param props.hasForm the page contains the form
 */
export function QuoteBar({ hasForm = false }: { hasForm?: boolean }) {
  const className = `${buttons.main} ${buttons.large}`
  return (
    <div className={classes.bar}>
      <p className={classes.content}>
        {hasForm ? (
          <a href="#quote" className={className}>
            Get a quote
          </a>
        ) : (
          <Link to="/#quote" className={className}>
            Get a quote
          </Link>
        )}
      </p>
    </div>
  )
}
