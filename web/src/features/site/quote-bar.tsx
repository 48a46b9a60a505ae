import buttons from '../../ui/plain-button.module.css'
import classes from './quote-bar.module.css'

/**
 * 'Get a quote' at the bottom of a phone's screen. It scrolls away with the content above it, so it never covers the
 * form, which comes after it. The browser's own link also moves the focus to the form.
 */
export function QuoteBar({ href = '#quote' }: { href?: string }) {
  return (
    <p className={classes.bar}>
      <a href={href} className={`${buttons.main} ${buttons.large}`}>
        Get a quote
      </a>
    </p>
  )
}
