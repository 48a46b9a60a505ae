/** The states and union territories by the code that a GSTIN begins with (GST portal, state code list). */
export const gstStates: Readonly<Record<string, string>> = {
  '01': 'Jammu and Kashmir',
  '02': 'Himachal Pradesh',
  '03': 'Punjab',
  '04': 'Chandigarh',
  '05': 'Uttarakhand',
  '06': 'Haryana',
  '07': 'Delhi',
  '08': 'Rajasthan',
  '09': 'Uttar Pradesh',
  '10': 'Bihar',
  '11': 'Sikkim',
  '12': 'Arunachal Pradesh',
  '13': 'Nagaland',
  '14': 'Manipur',
  '15': 'Mizoram',
  '16': 'Tripura',
  '17': 'Meghalaya',
  '18': 'Assam',
  '19': 'West Bengal',
  '20': 'Jharkhand',
  '21': 'Odisha',
  '22': 'Chhattisgarh',
  '23': 'Madhya Pradesh',
  '24': 'Gujarat',
  '26': 'Dadra and Nagar Haveli and Daman and Diu',
  '27': 'Maharashtra',
  '29': 'Karnataka',
  '30': 'Goa',
  '31': 'Lakshadweep',
  '32': 'Kerala',
  '33': 'Tamil Nadu',
  '34': 'Puducherry',
  '35': 'Andaman and Nicobar Islands',
  '36': 'Telangana',
  '37': 'Andhra Pradesh',
  '38': 'Ladakh',
}

/** Union territories without a legislature. */
const unionTerritories = ['04', '26', '31', '35', '38']

/** The name of the state's half of the tax: UTGST in these territories, else SGST (UTGST Act, section 1). */
export function localTaxOf(stateCode: string): 'SGST' | 'UTGST' {
  return unionTerritories.includes(stateCode) ? 'UTGST' : 'SGST'
}

/**
 * The rate of a tour operator's service without input tax credit, in percent of the complete price of the tour (Notification
 * 11/2017-Central Tax (Rate), entry 23, and its equivalents of the states).
 */
export const tourGstPercent = 5

/**
 * A tax of `percent` in a price that includes taxes of `allPercent`, rounded half up, in integer arithmetic.
 * @param pricePaise integer paise, 0 or more
 */
export function taxInside(pricePaise: number, percent: number, allPercent: number): number {
  return roundedRatio(pricePaise * percent, 100 + allPercent)
}

/**
 * A tax of `percent` on top of a price, rounded half up, in integer arithmetic.
 * @param pricePaise integer paise, 0 or more
 */
export function taxOnTop(pricePaise: number, percent: number): number {
  return roundedRatio(pricePaise * percent, 100)
}

/** The quotient, rounded half up. Exact: only integers are divided. */
function roundedRatio(dividend: number, divisor: number): number {
  const doubled = 2 * dividend + divisor
  return (doubled - (doubled % (2 * divisor))) / (2 * divisor)
}

const characters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** A GSTIN as typed, in capitals and without blanks. */
export function normaliseGstin(text: string): string {
  return text.replace(/\s/g, '').toUpperCase()
}

/**
 * Whether a text is a GSTIN: two digits of a state, ten characters of a PAN, a number, Z, and a check character over
 * the rest (base 36, factors 1 and 2 in turn, as the GST portal computes it).
 */
export function isGstin(text: string): boolean {
  if (!/^\d{2}[A-Z]{5}\d{4}[A-Z][0-9A-Z]Z[0-9A-Z]$/.test(text)) return false
  return text.slice(0, 2) in gstStates && text[14] === checkCharacter(text.slice(0, 14))
}

function checkCharacter(text: string): string | undefined {
  const sum = [...text].reduce((total, character, index) => {
    const product = characters.indexOf(character) * (index % 2 === 0 ? 1 : 2)
    return total + Math.floor(product / 36) + (product % 36)
  }, 0)
  return characters[(36 - (sum % 36)) % 36]
}
