import { formatPaise, formatRupees } from '../lib/money.ts'

/** An amount with the rupee sign and Indian grouping, from rupees (wire) or integer paise. */
export function Money(props: { rupees: number } | { paise: number }) {
  const text = 'paise' in props ? formatPaise(props.paise) : formatRupees(props.rupees)
  return <span className="figures">{text}</span>
}
