import type { Transaction } from '@raahi/contract/transactions'
import classes from './recharge-details.module.css'

/** The reference and note of an admin on a recharge. Renders nothing without them. */
export function RechargeDetails({ reference, note }: Pick<Transaction, 'reference' | 'note'>) {
  return (
    <>
      {reference && <span className={classes.line}>Ref {reference}</span>}
      {note && <span className={classes.line}>{note}</span>}
    </>
  )
}
