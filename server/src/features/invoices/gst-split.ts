import { gstPercent } from '@raahi/contract/invoices'

/** What a price that includes GST is made of, in integer paise. */
export interface GstSplit {
  taxablePaise: number
  cgstPaise: number
  sgstPaise: number
  igstPaise: number
}

/**
 * Takes the tax out of a price that includes it. Within one state half of the tax is the centre's and half the state's,
 * and both halves are the same to the paisa (CGST Act and SGST Act, section 9); between states all of it is integrated
 * (IGST Act, section 5). Each tax is rounded once, half up, from the exact share of the total, and what remains is the
 * taxable value, so that the parts always add up to what was paid.
 * @param totalPaise what was paid, more than 0
 */
export function splitGst(totalPaise: number, isWithinState: boolean): GstSplit {
  const none = { cgstPaise: 0, sgstPaise: 0, igstPaise: 0 }
  const tax = isWithinState
    ? { ...none, ...halves(taxIn(totalPaise, gstPercent / 2)) }
    : { ...none, igstPaise: taxIn(totalPaise, gstPercent) }
  return {
    taxablePaise: totalPaise - tax.cgstPaise - tax.sgstPaise - tax.igstPaise,
    ...tax,
  }
}

const halves = (paise: number) => ({ cgstPaise: paise, sgstPaise: paise })

/** A tax of `percent` in a total that includes all of the GST, rounded half up; integers throughout. */
function taxIn(totalPaise: number, percent: number): number {
  const divisor = 100 + gstPercent
  const doubled = 2 * totalPaise * percent + divisor
  return (doubled - (doubled % (2 * divisor))) / (2 * divisor)
}
