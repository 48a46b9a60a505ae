const rupeeFormat = new Intl.NumberFormat('en-IN', {
  style: 'currency',
  currency: 'INR',
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
})

/**
 * Writes an amount of rupees (at most two decimals, as on the wire) with Indian grouping:
 * 100000 → '₹1,00,000.00', -50 → '-₹50.00'.
 */
export function formatRupees(rupees: number): string {
  // Negative zero would read '-₹0.00'.
  return rupeeFormat.format(rupees === 0 ? 0 : rupees)
}

/** Writes an amount of integer paise as rupees: 5_00_050 → '₹5,000.50'. Throws RangeError for a broken amount. */
export function formatPaise(paise: number): string {
  if (!Number.isSafeInteger(paise)) throw new RangeError(`Not a whole number of paise: ${paise}`)
  return formatRupees(paise / 100)
}
