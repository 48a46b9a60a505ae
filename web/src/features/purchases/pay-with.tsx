import type { Subscription } from '@raahi/contract/plans'
import type { PayWay } from '@raahi/contract/purchases'
import { type ReactNode, useId } from 'react'
import { Money } from '../../ui/money.tsx'
import classes from './pay-with.module.css'

interface PayWithProps {
  value: PayWay
  plan: Subscription
  /** Rupees. */
  cost: number
  busy: boolean
  onChange: (payWith: PayWay) => void
}

/** The choice between a plan and the wallet, if both can pay. */
export function PayWith({ value, plan, cost, busy, onChange }: PayWithProps) {
  const name = useId()
  const options: [PayWay, ReactNode, string][] = [
    [
      'plan',
      <>
        1 lead from <bdi>{plan.name}</bdi>
      </>,
      'from your plan',
    ],
    ['wallet', <Money key="cost" rupees={cost} />, 'from your wallet'],
  ]
  return (
    <fieldset className={classes.choice} disabled={busy}>
      <legend className={classes.legend}>Pay with</legend>
      {options.map(([payWith, what, from]) => (
        <label
          key={payWith}
          className={classes.option}
          data-chosen={value === payWith || undefined}
        >
          <input
            type="radio"
            name={name}
            value={payWith}
            checked={value === payWith}
            onChange={() => onChange(payWith)}
          />
          <span>
            <span className={classes.what}>{what}</span>{' '}
            <span className={classes.from}>{from}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
