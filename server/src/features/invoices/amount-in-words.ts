const small = [
  'Zero',
  'One',
  'Two',
  'Three',
  'Four',
  'Five',
  'Six',
  'Seven',
  'Eight',
  'Nine',
  'Ten',
  'Eleven',
  'Twelve',
  'Thirteen',
  'Fourteen',
  'Fifteen',
  'Sixteen',
  'Seventeen',
  'Eighteen',
  'Nineteen',
]
const tens = ['', '', 'Twenty', 'Thirty', 'Forty', 'Fifty', 'Sixty', 'Seventy', 'Eighty', 'Ninety']

/** The Indian scale, largest first. */
const scale = [
  { value: 10_000_000, name: 'Crore' },
  { value: 100_000, name: 'Lakh' },
  { value: 1000, name: 'Thousand' },
  { value: 100, name: 'Hundred' },
]

/**
 * Writes out an amount as in Indian documents: 159950 → Rupees One Thousand Five Hundred Ninety-Nine and Fifty Paise
 * Only.
 * @param paise integer, 0 or more
 */
export function amountInWords(paise: number): string {
  const rupees = Math.floor(paise / 100)
  const rest = paise % 100
  const unit = rupees === 1 ? 'Rupee' : 'Rupees'
  const paisePart = rest > 0 ? ` and ${numberInWords(rest)} ${rest === 1 ? 'Paisa' : 'Paise'}` : ''
  return `${unit} ${numberInWords(rupees)}${paisePart} Only`
}

function numberInWords(number: number): string {
  const step = scale.find(({ value }) => number >= value)
  if (!step) return belowHundred(number)
  const rest = number % step.value
  const head = `${numberInWords(Math.floor(number / step.value))} ${step.name}`
  return rest > 0 ? `${head} ${numberInWords(rest)}` : head
}

function belowHundred(number: number): string {
  if (number < small.length) return small[number] ?? ''
  const unit = number % 10
  const ten = tens[Math.floor(number / 10)] ?? ''
  return unit > 0 ? `${ten}-${small[unit]}` : ten
}
