import type { Transaction } from '@raahi/contract/transactions'
import classes from './recharge-details.module.css'

/** What an admin noted on a recharge; nothing where there is no note. */
export function RechargeDetails({ reference, note }: Pick<Transaction, 'reference' | 'note'>) {
  return (
    <>
      {reference && <span className={classes.line}>Ref {reference}</span>}
      {note && <span className={classes.line}>{note}</span>}
    </>
  )
}
