// Without imports, so that the traveller's page loads nothing else.

/** Maximum sizes. Texts are in characters. */
export const quoteLimits = {
  title: 120,
  days: 30,
  dayTitle: 120,
  dayText: 5000,
  list: 4000,
  /** All texts of a quote together, so that a request stays below the largest body in every script. */
  allTexts: 30_000,
  persons: 500,
  /** ₹10,00,000 per person. */
  pricePerPersonPaise: 100_000_000,
  versions: 50,
  /** Working links of one quote. A new link beyond this number ends the oldest. */
  links: 100,
  templates: 50,
  question: 1000,
  /** Questions of a traveller about one quote. */
  questions: 30,
} as const
