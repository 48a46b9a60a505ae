import { formatExactRupees, formatPaise, formatRupees } from '@raahi/contract/formats'

/**
 * An amount with the rupee sign and Indian grouping, from rupees (API) or integer paise. A round amount has no
 * decimals; an exact one (statement, transactions, invoice) always has two.
 */
export function Money(props: { rupees: number; exact?: boolean } | { paise: number }) {
  return <span className="figures">{formatAmount(props)}</span>
}

function formatAmount(props: Parameters<typeof Money>[0]): string {
  if ('paise' in props) return formatPaise(props.paise)
  return props.exact ? formatExactRupees(props.rupees) : formatRupees(props.rupees)
}
