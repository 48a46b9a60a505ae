import classes from './former-price.module.css'
import { Money } from './money.tsx'

/** The price before it fell: 'was ₹50', with the amount struck through. */
export function FormerPrice({ rupees }: { rupees: number }) {
  return (
    <span className={classes.former}>
      was{' '}
      <s>
        <Money rupees={rupees} />
      </s>
    </span>
  )
}
