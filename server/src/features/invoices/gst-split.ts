import { taxInside } from '@raahi/contract/gst'
import { gstPercent } from '@raahi/contract/invoices'

/** The parts of a price that includes GST, in integer paise. */
export interface GstSplit {
  taxablePaise: number
  cgstPaise: number
  sgstPaise: number
  igstPaise: number
}

/**
 * Splits a price that includes GST. Within one state half of the tax is central and half is state tax, and both halves
 * are equal to the paisa (CGST Act and SGST Act, section 9); between states all of it is integrated tax (IGST Act,
 * section 5). Each tax is rounded once, half up, from its exact share of the total. The remainder is the taxable value,
 * so that the parts always add up to the price.
 * @param totalPaise the price, more than 0
 */
export function splitGst(totalPaise: number, isWithinState: boolean): GstSplit {
  const none = { cgstPaise: 0, sgstPaise: 0, igstPaise: 0 }
  const tax = isWithinState
    ? { ...none, ...halves(taxInside(totalPaise, gstPercent / 2, gstPercent)) }
    : { ...none, igstPaise: taxInside(totalPaise, gstPercent, gstPercent) }
  return {
    taxablePaise: totalPaise - tax.cgstPaise - tax.sgstPaise - tax.igstPaise,
    ...tax,
  }
}

const halves = (paise: number) => ({ cgstPaise: paise, sgstPaise: paise })
