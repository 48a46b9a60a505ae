const format = new Intl.NumberFormat('en-IN', {
  style: 'currency',
  currency: 'INR',
  trailingZeroDisplay: 'stripIfInteger',
})

/** Paise as mails write them: 50_00_000 → '₹50,000', 5050 → '₹50.50'. */
export function rupeesText(paise: number): string {
  return format.format(paise / 100)
}
